import { approvalsSweep } from '../../sweeps/sweeps';
import { Leases } from '../../jobs/job';
import { runSweep } from '../../jobs/sweep-loop';
import { startApi, type ApiServer, type Json } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { copyResults } from '../testing/copy-results';
import { runStep } from './runs';

jest.setTimeout(120_000);

const [PENDING, APPROVED, REJECTED] = [0, 1, 2];
const PART_SIZE = 1000;
const MANY = 2 * PART_SIZE + 2;
const STATE = 'id productId approvalStatus undoes total done changed finished undoUntil';

onEachDatabase((dialect) => {
  describe('background approval', () => {
    let api: ApiServer;
    let token: string;
    let product: number;
    beforeEach(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('manager@alpha.example');
      product = api.world.open.product;
      await copyResults(api.database.db, product, MANY - 2);
    });
    afterEach(() => api.stop());

    const rows = <T = Json>(sql: string, ...params: (string | number)[]) =>
      api.database.db.read<T>(sql, params);
    const graphql = async (query: string, as: string | null = token) => {
      const { body } = await api.graphql(query, as === null ? {} : { token: as });
      return body.errors ? (body.errors[0].extensions.code as string) : Object.values<Json>(body.data)[0];
    };
    const begin = (to = APPROVED, more = '') =>
      graphql(
        `mutation { beginApproval(filter: { productId: ${product}${more} }, approvalStatus: ${to}) { ${STATE} } }`,
      );
    const undo = (id: string, as = token) =>
      graphql(`mutation { beginUndoApproval(changeId: "${id}") { ${STATE} } }`, as);
    const state = (id: string, as = token) => graphql(`{ approvalRun(id: "${id}") { ${STATE} } }`, as);
    const step = (id: string) => api.database.db.write((tx) => runStep(tx, id, api.clock.now));
    const finish = async (id: string) => {
      while (await step(id));
    };
    const count = async (status: number) =>
      Number(
        (
          await rows(
            'SELECT COUNT(*) AS n FROM result WHERE product_id = ? AND approval_status = ?',
            product,
            status,
          )
        )[0].n,
      );

    it('returns at once, works in parts and reports its progress', async () => {
      const run = await begin();
      expect(run).toMatchObject({
        productId: product,
        approvalStatus: APPROVED,
        undoes: null,
        total: MANY,
        done: 0,
        changed: 0,
        finished: false,
        undoUntil: null,
      });
      expect(await count(APPROVED)).toBe(0);
      await step(run.id);
      expect(await state(run.id)).toMatchObject({ done: PART_SIZE, changed: PART_SIZE, finished: false });
      expect(await graphql('{ approvalRuns { id } }')).toEqual([{ id: run.id }]);
      await finish(run.id);
      expect(await state(run.id)).toMatchObject({
        total: MANY,
        done: MANY,
        changed: MANY,
        finished: true,
        undoUntil: new Date(api.clock.now + 60_000).toISOString(),
      });
      expect([await count(PENDING), await count(APPROVED)]).toEqual([0, MANY]);
      expect(await rows('SELECT run_id FROM approval_run_part')).toEqual([]);
    });

    it('writes one history entry per result and one audit entry, with the author', async () => {
      const { id } = await begin(REJECTED);
      await finish(id);
      const entries = await rows(
        'SELECT COUNT(*) AS n, COUNT(DISTINCT result_id) AS results, MIN(user_id) AS by_user FROM result_history WHERE change_id = ?',
        id,
      );
      expect(entries.map((row) => [Number(row.n), Number(row.results)])).toEqual([[MANY, MANY]]);
      const trail = await rows("SELECT user_id, user_name, label FROM audit_log WHERE entity = 'result'");
      expect(trail).toMatchObject([{ user_id: entries[0].by_user, user_name: 'manager' }]);
      expect(trail[0].label).toMatch(new RegExp(`\\(\\+${MANY - 1}\\)$`));
    });

    it('is processed by the worker', async () => {
      const { id } = await begin();
      const startedAt = Date.now();
      await runSweep(
        api.database.db,
        approvalsSweep,
        {
          stopping: () => Date.now() > startedAt + 60_000,
          onError: (error) => {
            throw error;
          },
        },
        new Leases(api.database.db),
      );
      expect(await state(id)).toMatchObject({ done: MANY, changed: MANY, finished: true });
    });

    it('sends each postback once, after the undo time of the whole run', async () => {
      const { id } = await begin();
      await step(id);
      api.clock.now += 1000;
      await finish(id);
      const postbacks = await rows('SELECT due_at FROM postback WHERE kind = ?', 'changed');
      expect(postbacks).toHaveLength(2);
      const { undoUntil } = await state(id);
      for (const { due_at: due } of postbacks)
        expect(Number(due)).toBeGreaterThanOrEqual(Date.parse(undoUntil));
    });

    it('undoes as a whole: restores states and sends no postback', async () => {
      const { id } = await begin();
      await finish(id);
      const undone = await undo(id);
      expect(undone).toMatchObject({ approvalStatus: null, undoes: id, total: MANY, done: 0 });
      await finish(undone.id);
      expect(await state(undone.id)).toMatchObject({
        done: MANY,
        changed: MANY,
        finished: true,
        undoUntil: null,
      });
      expect(await count(PENDING)).toBe(MANY);
      expect(await rows('SELECT id FROM postback WHERE kind = ?', 'changed')).toEqual([]);
      expect(await graphql('{ approvalRuns { id } }')).toEqual([]);
    });

    it('stops when undone during processing, directly or in the background', async () => {
      const first = await begin();
      await step(first.id);
      await finish((await undo(first.id)).id);
      expect([await count(PENDING), (await state(first.id)).finished, await step(first.id)]).toEqual([
        MANY,
        true,
        false,
      ]);
      const second = await begin();
      await step(second.id);
      expect(await graphql(`mutation { undoApproval(changeId: "${second.id}") { changed } }`)).toEqual({
        changed: PART_SIZE,
      });
      expect([await count(PENDING), await step(second.id)]).toEqual([MANY, false]);
    });

    it('allows undo for a minute from its end', async () => {
      const { id } = await begin();
      api.clock.now += 300_000;
      await finish(id);
      api.clock.now += 59_000;
      expect((await graphql('{ approvalRuns { id } }'))[0].id).toBe(id);
      api.clock.now += 2000;
      expect(await undo(id)).toBe('CONFLICT');
      expect(await graphql(`mutation { undoApproval(changeId: "${id}") { changed } }`)).toBe('CONFLICT');
      expect(await graphql('{ approvalRuns { id } }')).toEqual([]);
    });

    it('keeps decisions made during the run', async () => {
      const { id } = await begin();
      api.clock.now += 10;
      const [{ id: other }] = await rows(
        'SELECT id FROM result WHERE product_id = ? ORDER BY id DESC LIMIT 1',
        product,
      );
      await api.rest(`/logs/results/${other}/`, {
        method: 'PATCH',
        token,
        body: { approval_status: REJECTED },
      });
      await finish(id);
      expect(await state(id)).toMatchObject({ done: MANY, changed: MANY - 1, finished: true });
      expect([await count(REJECTED), await count(APPROVED)]).toEqual([1, MANY - 1]);
    });

    it('finishes at once without results', async () => {
      expect(await begin(APPROVED, ', approvalStatus: [2]')).toMatchObject({
        total: 0,
        finished: true,
        undoUntil: null,
      });
    });

    it('is limited to deciders, and shows each their own runs', async () => {
      const { id } = await begin();
      const analyst = await api.tokenOf('analyst@alpha.example');
      const admin = await api.tokenOf('admin@alpha.example');
      const foreign = await api.tokenOf('admin@beta.example');
      const beginAs = (as: string | null, what: string) =>
        graphql(`mutation { beginApproval(${what}, approvalStatus: 1) { id } }`, as);
      const all = `filter: { productId: ${product} }`;
      expect([await beginAs(null, all), await beginAs(analyst, all), await beginAs(foreign, all)]).toEqual([
        'UNAUTHENTICATED',
        'FORBIDDEN',
        'FORBIDDEN',
      ]);
      expect([
        await beginAs(token, 'ids: ["nobody"]'),
        await beginAs(token, `ids: ["a"], ${all}`),
        await beginAs(token, 'ids: null'),
      ]).toEqual(['NOT_FOUND', 'BAD_USER_INPUT', 'BAD_USER_INPUT']);
      expect(await begin(7)).toBe('BAD_USER_INPUT');
      expect([
        await state(id, admin),
        await state('x'.repeat(5000)),
        await graphql(`{ approvalRun(id: "${id}") { id } }`, null),
      ]).toEqual(['NOT_FOUND', 'NOT_FOUND', 'UNAUTHENTICATED']);
      expect([
        await graphql('{ approvalRuns { id } }', admin),
        await graphql('{ approvalRuns { id } }', null),
      ]).toEqual([[], 'UNAUTHENTICATED']);
      await step(id);
      expect([await undo(id, analyst), await undo(id, foreign), await undo('nothing')]).toEqual([
        'FORBIDDEN',
        'NOT_FOUND',
        'NOT_FOUND',
      ]);
    });

    it('changes each result once when started twice', async () => {
      const [first, second] = [await begin(), await begin()];
      await Promise.all([finish(first.id), finish(second.id)]);
      const entries = await rows(
        'SELECT COUNT(*) AS n FROM result_history WHERE product_id = ? AND to_status = 1',
        product,
      );
      expect(Number(entries[0].n)).toBe(MANY);
    });
  });
});
