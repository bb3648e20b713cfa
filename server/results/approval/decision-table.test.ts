import { ApprovalStatus } from '../../../shared/domain/results';
import { Failure } from '../../auth/failure';
import { readDecisions } from './decision-table';

/** Returns the validation errors of a file. */
function refusalOf(csv: string, argument: string | null = null): unknown {
  try {
    readDecisions(csv, argument);
  } catch (error) {
    return error instanceof Failure ? error.details.fields?.csv : error;
  }
  return undefined;
}

describe('decision table', () => {
  it.each([
    ['id', 'approval_status', 'reason'],
    ['result_id', 'status', 'reason'],
    ['成果ID', '承認状況', '理由'],
    ['Result ID', 'Approval status', 'Reason'],
    ['成果ID', '审批状态', '理由'],
  ])('accepts the column names %s, %s, %s', (id, status, reason) => {
    expect(readDecisions(`${id},${status},${reason}\nr1,承認,届いた`, null)).toMatchObject([
      { line: 2, by: 'id', value: 'r1', decision: { to: ApprovalStatus.APPROVED, reason: '届いた' } },
    ]);
  });

  it.each([
    ['id,reason\nx,y', null, { key: 'noDecisions' }],
    ['成果ID,判定\nx,承認', null, { key: 'noDecisions' }],
    ['番号,status\nx,1', 'order', { key: 'noDecisionsBy', params: { name: 'order' } }],
    ['PK\u0003\u0004', null, { key: 'workbook' }],
    ['\u0089PNG\r\n', null, { key: 'brokenTable' }],
    ['', null, { key: 'brokenTable' }],
  ])('reports what is missing in %j with argument %s', (csv, argument, message) => {
    expect(refusalOf(csv, argument)).toEqual([message]);
  });
});
