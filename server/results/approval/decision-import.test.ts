import { ApprovalStatus } from '../../../shared/domain/results';
import { Failure } from '../../auth/failure';
import type { Json } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { startApprovalApi, type ApprovalApi } from '../testing/approval-api';
import { readDecisions } from './decision-import.service';

/** Returns the validation errors of a file. */
async function refusalOf(csv: string, argument: string | null = null): Promise<unknown> {
  try {
    await readDecisions(csv, argument);
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
  ])('accepts the column names %s, %s, %s', async (id, status, reason) => {
    expect(await readDecisions(`${id},${status},${reason}\nr1,承認,届いた`, null)).toMatchObject([
      { line: 2, by: 'id', value: 'r1', decision: { to: ApprovalStatus.APPROVED, reason: '届いた' } },
    ]);
  });

  it.each([
    ['id,reason\nx,y', null, { key: 'noDecisions' }],
    ['成果ID,判定\nx,承認', null, { key: 'noDecisions' }],
    ['番号,status\nx,1', 'order', { key: 'noDecisionsBy', params: { name: 'order' } }],
    ['PK\u0003\u0004', null, { key: 'workbook' }],
    ['\u0089PNG\r\n', null, { key: 'brokenTable' }],
    ['', null, { key: 'noLines' }],
  ])('reports what is missing in %j with argument %s', async (csv, argument, message) => {
    expect(await refusalOf(csv, argument)).toEqual([message]);
  });
});

jest.setTimeout(120_000);

const [PENDING, APPROVED, REJECTED] = [0, 1, 2];

onEachDatabase((dialect) => {
  describe('decisions from CSV', () => {
    let api: ApprovalApi['api'];
    let token: ApprovalApi['token'];
    let product: ApprovalApi['product'];
    let ids: ApprovalApi['ids'];
    let list: ApprovalApi['list'];
    let detail: ApprovalApi['detail'];
    beforeEach(async () => {
      ({ api, token, product, ids, list, detail } = await startApprovalApi(dialect));
    });
    afterEach(() => api.stop());

    const load = async (csv: string, more: object = {}): Promise<Json> =>
      (await api.rest('/logs/results/import/', { token, body: { product_id: product, csv, ...more } })).body;

    it('previews each row, then applies it', async () => {
      const csv = [
        'id,approval_status,reason',
        `${ids[0]},承認,届いた`,
        `${ids[1]},0,`,
        'nobody,approved,',
        `${ids[0]},rejected,`,
        `${ids[1]},maybe,`,
      ].join('\n');
      const dry = await load(csv);
      expect(dry).toMatchObject({ applied: false, changed: 1, unchanged: 1, refused: 3 });
      expect(dry.rows.map(({ line, action, problem }: Json) => [line, action, problem])).toEqual([
        [2, 'change', null],
        [3, 'unchanged', null],
        [4, 'refused', 'no result has “nobody”'],
        [5, 'refused', 'line 2 decides otherwise about the same result'],
        [6, 'refused', '“maybe” is no approval status'],
      ]);
      expect((await detail(ids[0])).approval_status).toBe(PENDING);
      expect(await load(csv, { dry_run: false })).toMatchObject({
        applied: true,
        changed: 1,
        unchanged: 1,
        refused: 3,
        change_id: expect.any(String),
      });
      expect((await detail(ids[0])).history.at(-1)).toMatchObject({
        to: APPROVED,
        reason: '届いた',
        user: 'manager',
      });
    });

    it('finds results by a named argument', async () => {
      const csv = 'order,status\n1,REJECTED\n2,REJECTED';
      const done = await load(csv, { argument: 'order', dry_run: false });
      expect(done).toMatchObject({
        changed: 2,
        refused: 1,
        rows: [{ action: 'change', result_ids: expect.arrayContaining(ids) }, { action: 'refused' }],
      });
      expect((await list()).map((row) => row.approval_status)).toEqual([REJECTED, REJECTED]);
    });

    it('reads the export of the list', async () => {
      const file = await api.rest(`/logs/results/download/csv/?product_id=${product}`, { token });
      expect(await load(String(file.body))).toMatchObject({ changed: 0, unchanged: 2, refused: 0 });
    });

    it('refuses other tables and unauthorised actors', async () => {
      expect((await load('id,reason\nx,y')).errors).toEqual({
        csv: [expect.stringContaining('has to name the columns Approval status')],
      });
      const closed = await api.database.db.read<{ id: string }>(
        'SELECT id FROM result WHERE product_id = ?',
        [api.world.closed.product],
      );
      expect(await load(`id,status\n${closed[0]?.id},1`)).toMatchObject({ changed: 0, refused: 1 });
      const analyst = await api.tokenOf('analyst@alpha.example');
      expect(
        (
          await api.rest('/logs/results/import/', {
            token: analyst,
            body: { product_id: product, csv: 'id,status\nx,1' },
          })
        ).status,
      ).toBe(403);
    });
  });
});
