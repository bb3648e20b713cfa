import { onEachDatabase } from '../../db/testing/databases';
import { startApprovalApi, type ApprovalApi } from '../testing/approval-api';

jest.setTimeout(120_000);

const [PENDING, APPROVED, REJECTED] = [0, 1, 2];

onEachDatabase((dialect) => {
  describe('approval', () => {
    let api: ApprovalApi['api'];
    let token: ApprovalApi['token'];
    let product: ApprovalApi['product'];
    let ids: ApprovalApi['ids'];
    let list: ApprovalApi['list'];
    let detail: ApprovalApi['detail'];
    let approve: ApprovalApi['approve'];
    let change: ApprovalApi['change'];
    let costs: ApprovalApi['costs'];
    let notices: ApprovalApi['notices'];
    beforeEach(async () => {
      ({ api, token, product, ids, list, detail, approve, change, costs, notices } =
        await startApprovalApi(dialect));
    });
    afterEach(() => api.stop());

    it('shows a new result with its history and postbacks', async () => {
      const one = await detail(ids[0]);
      expect(one).toMatchObject({
        id: ids[0],
        result_id: ids[0],
        conversion_id: 'open-o0',
        ad_id: api.world.open.ads[0],
        ad: 'open ad 0',
        asp_id: api.world.open.asp,
        asp: 'open asp',
        result_type: 1,
        result_method: 2,
        interaction_id: 'open-c0',
        interaction_number: 1,
        approval_status: PENDING,
        approval_amount_result: 2,
        approval_args_result: 2,
        exclude_duplicate_ips_result: 2,
        exclude_duplicate_args_result: 2,
        cv_cost: 800,
        cv_time: '2026/01/15 12:02:00',
        amount: 5000.5,
        history: [{ from: null, to: PENDING, reason: null, user: null, untold: null }],
        notifications: [
          {
            kind: 'created',
            approval_status: PENDING,
            url: 'https://asp.example/x1',
            result_status: null,
            attempts: 0,
          },
        ],
      });
    });

    it('moves the cost from pending to approved and removes it on rejection', async () => {
      const [cost = 0, pending] = await costs();
      expect(pending).toBe(1600);
      expect(await change(ids[0], { approval_status: APPROVED })).toMatchObject({
        status: 200,
        body: { id: ids[0], approval_status: APPROVED, version: 2 },
      });
      expect(await costs()).toEqual([cost + 800, 800]);
      await approve({ ids, approval_status: REJECTED, reason: ' returned ' });
      expect(await costs()).toEqual([cost, 0]);
      expect((await detail(ids[0])).history).toMatchObject([
        { from: null, to: PENDING },
        { from: PENDING, to: APPROVED, user: 'manager', reason: null },
        { from: APPROVED, to: REJECTED, user: 'manager', reason: 'returned' },
      ]);
    });

    // rule: states-02
    it("sends the postback after the undo time, with the network's word for the status", async () => {
      await api.database.db.write((tx) =>
        tx.execute(
          "UPDATE asp SET webhook_url = 'https://asp.example/{result_id}/{status}/{amount}', approval_approved = '確定' WHERE product_id = ?",
          [product],
        ),
      );
      await change(ids[0], { approval_status: APPROVED });
      const [, , last] = await notices();
      const word = encodeURIComponent('確定');
      expect(last).toMatchObject({
        kind: 'changed',
        approval_status: APPROVED,
        url: `https://asp.example/${ids[0]}/${word}/5000.5`,
      });
      expect(Number(last.due_at)).toBe(api.clock.now + 60_000);
    });

    it('reports an unchanged status as no change and records nothing', async () => {
      expect((await approve({ ids, approval_status: APPROVED })).body).toMatchObject({
        changed: 2,
        unchanged: 0,
      });
      expect((await approve({ ids, approval_status: APPROVED })).body).toMatchObject({
        changed: 0,
        unchanged: 2,
        change_id: null,
      });
      expect((await change(ids[0], { approval_status: APPROVED })).status).toBe(200);
      expect((await detail(ids[0])).history).toHaveLength(2);
    });

    it('refuses a decision on an outdated version, and skips the check without a version', async () => {
      expect((await change(ids[0], { approval_status: APPROVED, version: 1 })).body.version).toBe(2);
      const stale = await change(ids[0], { approval_status: REJECTED, version: 1 });
      expect([stale.status, stale.body.errors]).toEqual([409, { version: [expect.stringContaining('2')] }]);
      expect((await change(ids[0], { approval_status: APPROVED, version: 1 })).status).toBe(409);
      expect((await change(ids[0], { approval_status: APPROVED, version: 'x' })).status).toBe(400);
      expect((await detail(ids[0])).approval_status).toBe(APPROVED);
      expect((await change(ids[0], { approval_status: REJECTED, version: null })).body.version).toBe(3);
    });

    it('applies to everything the list shows', async () => {
      const filter = {
        product_id: product,
        ad_id: api.world.open.ads[1],
        approval_status: PENDING,
        time_from: '2026/01/15',
        time_to: '2026/01/15',
      };
      expect((await approve({ filter, approval_status: APPROVED })).body).toMatchObject({
        changed: 1,
        unchanged: 0,
      });
      expect((await list()).map((row) => row.approval_status)).toEqual([PENDING, APPROVED]);
      expect(
        (
          await approve({
            filter: {
              ...filter,
              user_id: 'customer1',
              ip_address: '203.0.113.0/24',
              approval_status: '0,1,2',
            },
            approval_status: PENDING,
          })
        ).body,
      ).toMatchObject({ changed: 1 });
    });

    it('refuses a filter with an unknown name, which would match everything', async () => {
      for (const [name, value] of [
        ['amounts', 1],
        ['arg', 'a=1'],
        ['adId', api.world.open.ads[1]],
        ['page_size', 1],
      ] as const) {
        const body = { filter: { product_id: product, [name]: value }, approval_status: APPROVED };
        for (const endpoint of ['approve', 'preview']) {
          const answer = await api.rest(`/logs/results/${endpoint}/`, { token, body });
          expect([name, endpoint, answer.status, answer.body._message]).toEqual([
            name,
            endpoint,
            400,
            [expect.stringContaining(`there is no filter ${name}`)],
          ]);
        }
      }
      const resent = await api.rest('/auth/log/resultQueue/resend/', {
        token,
        body: { filter: { product_id: product, amounts: 1 } },
      });
      expect([resent.status, resent.body.errors]).toEqual([400, { amounts: ['there is no filter amounts'] }]);
      expect((await list()).map((row) => row.approval_status)).toEqual([PENDING, PENDING]);
      expect((await api.rest(`/logs/results/?product_id=${product}&amounts=1`, { token })).body.count).toBe(
        2,
      );
    });

    it('refuses an empty condition, which would match everything', async () => {
      const answer = await api.rest('/auth/log/resultQueue/resend/', {
        token,
        body: { filter: { product_id: product, asp_id: [] } },
      });
      expect(answer.body.errors).toEqual({ asp_id: ['choose at least one'] });
    });

    it('filters by CV setting, but only by visible ones', async () => {
      const by = (setting: unknown) =>
        approve({ filter: { product_id: product, cv_setting_id: setting }, approval_status: APPROVED });
      expect((await by('abc')).body).toMatchObject({ errors: { cv_setting_id: ['must be a whole number'] } });
      expect((await by(api.world.closed.cvSetting)).status).toBe(403);
      expect(
        (await api.rest(`/logs/results/?cv_setting_id=${api.world.closed.cvSetting}`, { token })).status,
      ).toBe(403);
      const [, second] = ids;
      await api.database.db.write((tx) =>
        tx.execute("UPDATE conversion SET cv_setting_id = 4711 WHERE event_id = 'open-o1'", []),
      );
      expect((await by(api.world.open.cvSetting)).body).toMatchObject({ changed: 1, unchanged: 0 });
      expect((await detail(second)).approval_status).toBe(PENDING);
    });

    it('previews postbacks and costs', async () => {
      await change(ids[0], { approval_status: APPROVED });
      const preview = async (status: number) =>
        (
          await api.rest('/logs/results/preview/', {
            token,
            body: { filter: { product_id: product }, approval_status: status },
          })
        ).body;
      expect(await preview(APPROVED)).toEqual({
        changed: 1,
        unchanged: 1,
        approved_cost: 800,
        pending_cost: -800,
        day_from: '2026/01/15',
        day_to: '2026/01/15',
        notices: [{ asp_id: api.world.open.asp, count: 1, untold: null }],
      });
      expect(await preview(REJECTED)).toMatchObject({ changed: 2, approved_cost: -800, pending_cost: -800 });
      expect((await detail(ids[1])).approval_status).toBe(PENDING);
    });

    it('keeps one history when many approve at once', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => approve({ ids, approval_status: APPROVED })),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
      expect(outcomes.reduce((sum, { body }) => sum + body.changed, 0)).toBe(2);
      for (const id of ids) expect((await detail(id)).history).toHaveLength(2);
      expect((await notices()).filter(({ kind }) => kind === 'changed')).toHaveLength(2);
    });

    it('records each approval in the audit trail', async () => {
      await approve({ ids, approval_status: APPROVED, reason: 'checked' });
      const admin = await api.tokenOf('admin@alpha.example');
      const { body } = await api.rest('/audit-logs/?entity=result', { token: admin });
      expect(body.results).toMatchObject([
        {
          entity: 'result',
          action: 'update',
          user_name: 'manager',
          product_id: product,
          label: expect.stringMatching(/\(\+1\)$/),
          summary: 'Results (2): Pending → Approved',
        },
      ]);
    });

    it('tells an undo from an approval in the audit trail, in words of the reader', async () => {
      const { body: approved } = await approve({ ids, approval_status: APPROVED });
      await api.graphql(`mutation { undoApproval(changeId: "${approved.change_id}") { changed } }`, {
        token,
      });
      const { body } = await api.rest('/audit-logs/?entity=result&page_size=2', {
        token: await api.tokenOf('admin@alpha.example'),
        headers: { 'accept-language': 'ja' },
      });
      expect(body.results).toMatchObject([
        {
          action: 'undo',
          summary: '元に戻す：成果 2件：承認 → 承認待ち',
          changes: [
            { field: 'approvalStatus', label: '承認状況', before_text: '承認', after_text: '承認待ち' },
            { field: 'results', label: '件数', before_text: '', after_text: '2' },
          ],
        },
        { action: 'update', summary: '成果 2件：承認待ち → 承認' },
      ]);
    });

    it.each([
      [
        'an unknown status',
        { ids: ['x'], approval_status: 3 },
        { approval_status: ['must be one of 0, 1, 2'] },
      ],
      ['a missing status', { ids: ['x'] }, { approval_status: ['required'] }],
      ['neither ids nor filter', { approval_status: 1 }, { ids: ['either ids or a filter'] }],
      [
        'both ids and filter',
        { ids: ['x'], filter: { product_id: 1 }, approval_status: 1 },
        { ids: ['either ids or a filter'] },
      ],
      [
        'a filter without a product',
        { filter: { approval_status: 0 }, approval_status: 1 },
        { product_id: ['required'] },
      ],
      [
        'a filter with an empty list',
        { filter: { product_id: 1, asp_id: [] }, approval_status: 1 },
        { asp_id: ['choose at least one'] },
      ],
      ['a malformed filter', { filter: 'all', approval_status: 1 }, { filter: [expect.any(String)] }],
      [
        'a malformed condition',
        { filter: { product_id: 'x' }, approval_status: 1 },
        { product_id: [expect.any(String)] },
      ],
      [
        'an overlong reason',
        { ids: ['x'], approval_status: 1, reason: 'x'.repeat(1001) },
        { reason: ['maximum length is 1000 characters'] },
      ],
    ])('refuses %s', async (_, body, errors) => {
      const answer = await approve(body);
      expect([answer.status, answer.body.errors]).toEqual([400, errors]);
    });

    it('is limited to actors who may decide about results they can see', async () => {
      const of = async (as: string) =>
        (await change(ids[0], { approval_status: APPROVED }, await api.tokenOf(as))).status;
      expect([
        await of('analyst@alpha.example'),
        await of('agency@alpha.example'),
        await of('admin@beta.example'),
        await of('admin@alpha.example'),
      ]).toEqual([403, 403, 404, 200]);
      const closed = await api.database.db.read<{ id: string }>(
        'SELECT id FROM result WHERE product_id = ?',
        [api.world.closed.product],
      );
      expect((await approve({ ids: [...ids, closed[0]?.id], approval_status: REJECTED })).status).toBe(404);
      expect(
        (await approve({ filter: { product_id: api.world.closed.product }, approval_status: REJECTED }))
          .status,
      ).toBe(403);
      expect((await change('nothing', { approval_status: APPROVED })).status).toBe(404);
      expect((await detail(ids[1])).approval_status).toBe(PENDING);
    });

    it('refuses an agency even with a widened right', async () => {
      const admin = await api.tokenOf('admin@alpha.example');
      const widened = await api.rest('/roles/', {
        method: 'PUT',
        token: admin,
        body: { role_type: 4, rights: { cv_approve: 'edit' } },
      });
      expect(widened.status).toBe(200);
      expect(
        (await change(ids[0], { approval_status: APPROVED }, await api.tokenOf('agency@alpha.example')))
          .status,
      ).toBe(403);
    });

    it('accepts ten thousand at once over both APIs, and refuses more', async () => {
      const many = Array.from(
        { length: 10_000 },
        (_, n) => `00000000000000000000000000${String(n).padStart(6, '0')}`,
      );
      expect((await approve({ ids: many, approval_status: APPROVED })).status).toBe(404);
      const refused = await approve({ ids: [...many, 'one more'], approval_status: APPROVED });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['ids']]);
      const query = 'mutation ($ids: [String!]) { approveResults(ids: $ids, approvalStatus: 1) { changed } }';
      expect(
        (await api.graphql(query, { token, variables: { ids: many } })).body.errors[0].extensions.code,
      ).toBe('NOT_FOUND');
      const csv = ['id,status,reason', ...many.map((id) => `${id},1,nobody has ever seen it`)].join('\n');
      const { status, body } = await api.rest('/logs/results/import/', {
        token,
        body: { product_id: product, csv },
      });
      expect([status, body.refused]).toEqual([200, 10_000]);
    });
  });
});
