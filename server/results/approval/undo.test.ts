import type { Json } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { startApprovalApi, type ApprovalApi } from '../testing/approval-api';

jest.setTimeout(120_000);

const [PENDING, APPROVED, REJECTED] = [0, 1, 2];

onEachDatabase((dialect) => {
  describe('undo of an approval', () => {
    let api: ApprovalApi['api'];
    let token: ApprovalApi['token'];
    let product: ApprovalApi['product'];
    let ids: ApprovalApi['ids'];
    let detail: ApprovalApi['detail'];
    let approve: ApprovalApi['approve'];
    let change: ApprovalApi['change'];
    let costs: ApprovalApi['costs'];
    let notices: ApprovalApi['notices'];
    beforeEach(async () => {
      ({ api, token, product, ids, detail, approve, change, costs, notices } =
        await startApprovalApi(dialect));
    });
    afterEach(() => api.stop());

    it('undoes within the minute with two history entries and no postback', async () => {
      const before = await notices();
      const { body } = await approve({ ids, approval_status: APPROVED });
      expect(
        (await api.rest('/logs/results/undo/', { token, body: { change_id: body.change_id } })).body,
      ).toMatchObject({ changed: 2, unchanged: 0 });
      expect(await notices()).toEqual(before);
      const { approval_status, history } = await detail(ids[0]);
      expect([approval_status, history.map(({ to, untold }: Json) => [to, untold])]).toEqual([
        PENDING,
        [
          [PENDING, null],
          [APPROVED, 'undone'],
          [PENDING, 'undone'],
        ],
      ]);
      expect((await costs())[1]).toBe(1600);
    });

    it('cancels the postback of a change reverted within the minute, over any endpoint', async () => {
      const before = await notices();
      await change(ids[0], { approval_status: APPROVED });
      await approve({ ids: [ids[1]], approval_status: REJECTED });
      const preview = await api.rest('/logs/results/preview/', {
        token,
        body: { ids, approval_status: PENDING },
      });
      expect(preview.body.notices).toEqual([{ asp_id: api.world.open.asp, count: 2, untold: 'undone' }]);
      await change(ids[0], { approval_status: PENDING });
      await approve({ filter: { product_id: product }, approval_status: PENDING });
      expect(await notices()).toEqual(before);
      const entries = async (id: string | undefined) =>
        (await detail(id)).history.map(({ to, untold }: Json) => [to, untold]);
      expect(await entries(ids[0])).toEqual([
        [PENDING, null],
        [APPROVED, 'undone'],
        [PENDING, 'undone'],
      ]);
      expect(await entries(ids[1])).toEqual([
        [PENDING, null],
        [REJECTED, 'undone'],
        [PENDING, 'undone'],
      ]);
      await change(ids[0], { approval_status: APPROVED });
      expect((await notices()).map((row) => row.approval_status)).toEqual([PENDING, PENDING, APPROVED]);
    });

    it('sends postbacks for late reverts, reverts of sent changes and changes to a third status', async () => {
      await approve({ ids, approval_status: APPROVED });
      api.clock.now += 61_000;
      await change(ids[0], { approval_status: PENDING });
      api.clock.now += 61_000;
      await change(ids[0], { approval_status: APPROVED });
      await api.database.db.write((tx) =>
        tx.execute('UPDATE postback SET attempts = 1 WHERE result_id = ?', [ids[0] ?? '']),
      );
      for (const approval_status of [PENDING, REJECTED]) {
        api.clock.now += 1000;
        await change(ids[0], { approval_status });
      }
      const sent = await api.database.db.read<Json>(
        "SELECT approval_status FROM postback WHERE result_id = ? AND kind = 'changed' ORDER BY id",
        [ids[0] ?? ''],
      );
      expect(sent.map((row) => row.approval_status)).toEqual([
        APPROVED,
        PENDING,
        APPROVED,
        PENDING,
        REJECTED,
      ]);
    });

    it('does not undo later changes, and sends a postback if the first one was tried', async () => {
      const { body } = await approve({ ids, approval_status: APPROVED });
      await change(ids[0], { approval_status: REJECTED });
      await api.database.db.write((tx) =>
        tx.execute('UPDATE postback SET attempts = 1 WHERE result_id = ?', [ids[1] ?? '']),
      );
      const { body: undone } = await api.rest('/logs/results/undo/', {
        token,
        body: { change_id: body.change_id },
      });
      expect(undone).toMatchObject({ changed: 1, unchanged: 1 });
      expect((await detail(ids[0])).approval_status).toBe(REJECTED);
      expect((await detail(ids[1])).history.map(({ to, untold }: Json) => [to, untold])).toEqual([
        [PENDING, null],
        [APPROVED, null],
        [PENDING, null],
      ]);
    });

    it('refuses to undo after the minute, by others or twice', async () => {
      const { body } = await approve({ ids, approval_status: APPROVED });
      const undo = async (change_id: string, as = token) =>
        (await api.rest('/logs/results/undo/', { token: as, body: { change_id } })).status;
      expect(await undo(body.change_id, await api.tokenOf('admin@beta.example'))).toBe(404);
      expect(await undo(body.change_id, await api.tokenOf('analyst@alpha.example'))).toBe(403);
      expect(await undo('nothing')).toBe(404);
      const [created] = await api.database.db.read<{ change_id: string }>(
        'SELECT change_id FROM result_history WHERE from_status IS NULL LIMIT 1',
      );
      expect(await undo(created?.change_id ?? '')).toBe(404);
      api.clock.now += 61_000;
      expect(await undo(body.change_id)).toBe(409);
      api.clock.now -= 61_000;
      expect(await undo(body.change_id)).toBe(200);
      expect(
        (await api.rest('/logs/results/undo/', { token, body: { change_id: body.change_id } })).body,
      ).toMatchObject({ changed: 0, unchanged: 2 });
    });
  });
});
