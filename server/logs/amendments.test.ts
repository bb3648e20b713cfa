import { onEachDatabase } from '../db/testing/databases';
import { startApprovalApi, type ApprovalApi } from '../results/testing/approval-api';
import { settle } from '../sweeps';

jest.setTimeout(120_000);

const [APPROVED, REJECTED] = [1, 2];
const PATH = '/logs/conversions/open-o0/amendments/';

onEachDatabase((dialect) => {
  describe('amendments over REST', () => {
    let world: ApprovalApi;
    beforeEach(async () => {
      world = await startApprovalApi(dialect);
    });
    afterEach(() => world.api.stop());

    const amend = (body: object, path = PATH, token: string | null = world.token) =>
      world.api.rest(path, { token, body });
    const conversion = async (id = 'open-o0') =>
      (await world.api.rest(`/logs/conversions/${id}/`, { token: world.token })).body;
    const total = async () => {
      await settle(world.api.database.db);
      const days = 'date_from=2026-01-15&date_to=2026-01-15';
      return (
        await world.api.rest(`/analyses/ad_summaries/?product_id=${world.product}&${days}`, {
          token: world.token,
        })
      ).body.total;
    };

    it('cancel a conversion, change its amount and take both back', async () => {
      expect(await conversion()).toMatchObject({
        amount: 5000.5,
        amount_current: 5000.5,
        cancelled: false,
        amendments: [],
        duplicate_of: null,
      });
      const first = await amend({
        id: 'a1',
        time: '2026/01/16 09:00:00',
        amount: 2000,
        reason: ' part returned ',
      });
      expect(first).toMatchObject({
        status: 201,
        body: {
          id: 'a1',
          amount: 2000,
          cancelled: null,
          reason: 'part returned',
          door: 'console',
          user: 'manager',
        },
      });
      expect((await amend({ cancelled: true })).status).toBe(201);
      const cancelled = await conversion();
      expect(cancelled).toMatchObject({ amount: 5000.5, amount_current: 2000, cancelled: true });
      expect(cancelled.amendments).toMatchObject([{ id: 'a1' }, { cancelled: true, amount: null }]);
      expect(await total()).toMatchObject({ cv_cancelled: 1, amount_sum: 5000.5 * 2, amount_net: 5000.5 });
      expect((await amend({ cancelled: false, amount: 5000.5 })).status).toBe(201);
      expect(await conversion()).toMatchObject({ amount_current: 5000.5, cancelled: false });
      expect(await total()).toMatchObject({ cv_cancelled: 0, amount_net: 5000.5 * 2 });
    });

    it('store the same id once', async () => {
      await amend({ id: 'same', amount: 1 });
      expect(await amend({ id: 'same', amount: 2 })).toMatchObject({ status: 201, body: { amount: 1 } });
      expect((await conversion()).amendments).toHaveLength(1);
    });

    it('stand in the audit trail with author and reason', async () => {
      await amend({ cancelled: true, reason: 'returned' });
      const admin = await world.api.tokenOf('admin@alpha.example');
      const { results } = (await world.api.rest('/audit-logs/?entity=conversion', { token: admin })).body;
      expect(results).toMatchObject([{ user_name: 'manager', label: 'open-o0', action: 'update' }]);
      expect(results[0].changes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ field: 'cancelled', before: 'false', after: 'true' }),
          expect.objectContaining({ field: 'reason', after: '"returned"' }),
        ]),
      );
    });

    it.each([
      ['nothing', {}, ['amount', 'cancelled']],
      ['a negative amount', { amount: -1 }, ['amount']],
      ['three decimals', { amount: 1.234 }, ['amount']],
      ['a huge amount', { amount: 1e15 }, ['amount']],
      ['words', { amount: 'many' }, ['amount']],
      ['a list', { cancelled: ['x'] }, ['cancelled']],
      ['a long reason', { amount: 1, reason: 'x'.repeat(1001) }, ['reason']],
      ['a long id', { amount: 1, id: 'x'.repeat(129) }, ['id']],
      ['the future', { amount: 1, time: '2099/01/01 00:00:00' }, ['time']],
    ])('reject %s', async (_what, body, fields) => {
      const answer = await amend(body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
      expect((await conversion()).amendments).toEqual([]);
    });

    it.each([
      ['no sign-in', PATH, null, 401],
      ['an analyst', PATH, 'analyst@alpha.example', 403],
      ['an agency', PATH, 'agency@alpha.example', 403],
      ["another company's admin", PATH, 'admin@beta.example', 404],
      ['an unknown conversion', '/logs/conversions/none/amendments/', 'manager@alpha.example', 404],
      [
        "another company's conversion",
        '/logs/conversions/foreign-o0/amendments/',
        'manager@alpha.example',
        404,
      ],
      ['a closed product', '/logs/conversions/closed-o0/amendments/', 'manager@alpha.example', 404],
    ])('refuse %s', async (_who, path, email, status) => {
      const token = email === null ? null : await world.api.tokenOf(email);
      expect((await amend({ amount: 1 }, path, token)).status).toBe(status);
    });

    it('count by the results of the credited ad', async () => {
      const [first, second] = world.ids;
      expect(await total()).toMatchObject({
        cv_total_final: 2,
        cv_pending: 2,
        cv_approved: 0,
        approval_rate: null,
        cpa_approved: null,
        amount_approved: 0,
      });
      await world.change(first, { approval_status: APPROVED });
      await world.change(second, { approval_status: REJECTED });
      const approved = await total();
      expect(approved).toMatchObject({
        cv_approved: 1,
        cv_rejected: 1,
        cv_pending: 0,
        approval_rate: 0.5,
        amount_approved: 5000.5,
        cpa_approved: approved.ad_cost,
      });
      expect(approved.roas_approved).toBeCloseTo(5000.5 / approved.ad_cost, 9);
      await amend({ cancelled: true });
      expect(await total()).toMatchObject({ cv_approved: 1, amount_approved: 0, roas_approved: 0 });
    });

    it.each(['cvApproved', 'cvPending', 'cvCancelled', 'amountNetSen', 'amountApprovedSen'])(
      'lead from the value of %s to its rows',
      async (key) => {
        await world.change(world.ids[0], { approval_status: APPROVED });
        await amend({ amount: 1234 });
        await amend({ cancelled: true }, '/logs/conversions/open-o1/amendments/');
        const figure = `${key};20260115-20260115`;
        const sums = await total();
        const names: Record<string, string> = {
          cvApproved: 'cv_approved',
          cvPending: 'cv_pending',
          cvCancelled: 'cv_cancelled',
          amountNetSen: 'amount_net',
          amountApprovedSen: 'amount_approved',
        };
        const { body } = await world.api.rest(
          `/logs/conversions/?product_id=${world.product}&figure=${encodeURIComponent(figure)}`,
          { token: world.token },
        );
        const parts = body.results.map((row: { figure_part: number }) => row.figure_part);
        expect(parts.reduce((sum: number, part: number) => sum + part, 0)).toBe(sums[names[key] ?? '']);
        expect(parts.length).toBe(body.count);
      },
    );
  });
});
