import { startApi, type ApiServer, type Json } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { settle } from '../../jobs';

jest.setTimeout(120_000);

const [PENDING, APPROVED, REJECTED] = [0, 1, 2];

onEachDatabase((dialect) => {
  describe('approval', () => {
    let api: ApiServer;
    let token: string;
    let product: number;
    let ids: string[];
    beforeEach(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('manager@alpha.example');
      product = api.world.open.product;
      ids = (await list()).map(({ id }: Json) => id);
    });
    afterEach(() => api.stop());

    const list = async (more = ''): Promise<Json[]> =>
      (
        await api.rest(`/logs/results/?product_id=${product}&sortName=conversion_id&sortAsc=true${more}`, {
          token,
        })
      ).body.results;
    const detail = async (id: string | undefined): Promise<Json> =>
      (await api.rest(`/logs/results/${id}/`, { token })).body;
    const approve = (body: object, as = token) => api.rest('/logs/results/approve/', { token: as, body });
    const change = (id: string | undefined, body: object, as = token) =>
      api.rest(`/logs/results/${id}/`, { method: 'PATCH', token: as, body });
    const costs = async () => {
      await settle(api.database.db);
      const { total } = (
        await api.rest(
          `/analyses/ad_summaries/?product_id=${product}&date_from=2026-01-15&date_to=2026-01-15`,
          { token },
        )
      ).body;
      return [total.ad_cost, total.ad_cost_unapproved];
    };
    const notices = () =>
      api.database.db.read<Json>(
        'SELECT kind, approval_status, due_at, url FROM postback WHERE product_id = ? ORDER BY created_at, url',
        [product],
      );

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
        for (const door of ['approve', 'preview']) {
          const answer = await api.rest(`/logs/results/${door}/`, { token, body });
          expect([name, door, answer.status, answer.body._message]).toEqual([
            name,
            door,
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
      const ask = async (status: number) =>
        (
          await api.rest('/logs/results/preview/', {
            token,
            body: { filter: { product_id: product }, approval_status: status },
          })
        ).body;
      expect(await ask(APPROVED)).toEqual({
        changed: 1,
        unchanged: 1,
        approved_cost: 800,
        pending_cost: -800,
        day_from: '2026/01/15',
        day_to: '2026/01/15',
        notices: [{ asp_id: api.world.open.asp, count: 1, untold: null }],
      });
      expect(await ask(REJECTED)).toMatchObject({ changed: 2, approved_cost: -800, pending_cost: -800 });
      expect((await detail(ids[1])).approval_status).toBe(PENDING);
    });

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
      const told = await api.database.db.read<Json>(
        "SELECT approval_status FROM postback WHERE result_id = ? AND kind = 'changed' ORDER BY id",
        [ids[0] ?? ''],
      );
      expect(told.map((row) => row.approval_status)).toEqual([
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
      const [made] = await api.database.db.read<{ change_id: string }>(
        'SELECT change_id FROM result_history WHERE from_status IS NULL LIMIT 1',
      );
      expect(await undo(made?.change_id ?? '')).toBe(404);
      api.clock.now += 61_000;
      expect(await undo(body.change_id)).toBe(409);
      api.clock.now -= 61_000;
      expect(await undo(body.change_id)).toBe(200);
      expect(
        (await api.rest('/logs/results/undo/', { token, body: { change_id: body.change_id } })).body,
      ).toMatchObject({ changed: 0, unchanged: 2 });
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
        },
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

    describe('decisions from CSV', () => {
      const load = async (csv: string, more: object = {}): Promise<Json> =>
        (await api.rest('/logs/results/import/', { token, body: { product_id: product, csv, ...more } }))
          .body;

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
});
