import { ApprovalStatus } from '../../../shared/domain/results';
import { Failure } from '../../auth/failure';
import { readDecisions } from './decision-table';

/** What is said of a file that is no table of decisions. */
function refusalOf(csv: string, argument: string | null = null): unknown {
  try {
    readDecisions(csv, argument);
  } catch (error) {
    return error instanceof Failure ? error.details.fields?.csv : error;
  }
  return undefined;
}

describe('a table of decisions', () => {
  it.each([
    ['id', 'approval_status', 'reason'],
    ['result_id', 'status', 'reason'],
    ['成果ID', '承認状況', '理由'],
    ['Result ID', 'Approval status', 'Reason'],
    ['成果ID', '审批状态', '理由'],
  ])('has its columns named %s, %s, %s', (id, status, reason) => {
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
  ])('says of %j by %s what is missing', (csv, argument, message) => {
    expect(refusalOf(csv, argument)).toEqual([message]);
  });
});
