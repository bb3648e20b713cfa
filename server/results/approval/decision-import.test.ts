import type { Json } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { startApprovalApi, type ApprovalApi } from '../testing/approval-api';

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
        `${ids[0]},approved,`,
        `${ids[1]},maybe,`,
      ].join('\n');
      const dry = await load(csv);
      expect(dry).toMatchObject({ applied: false, changed: 1, unchanged: 2, refused: 2 });
      expect(dry.rows.map(({ line, action, problem }: Json) => [line, action, problem])).toEqual([
        [2, 'change', null],
        [3, 'unchanged', null],
        [4, 'refused', 'no result has “nobody”'],
        [5, 'unchanged', null],
        [6, 'refused', '“maybe” is no approval status'],
      ]);
      expect((await detail(ids[0])).approval_status).toBe(PENDING);
      expect(await load(csv, { dry_run: false })).toMatchObject({
        applied: true,
        changed: 1,
        unchanged: 2,
        refused: 2,
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
      expect((await load('id,reason\nx,y', { dry_run: false })).errors).toEqual({
        csv: [expect.stringContaining('a column with the approval status')],
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
