import { MOST_QUERY_RUNS } from '../../shared/settings';
import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];
const KEEP =
  'mutation Keep($input: QueryRunInput!) { keepQueryRun(input: $input) { id query variables durationMs bytes rows outcome runs } }';
const FIELDS = 'id query variables ranAt durationMs bytes rows outcome runs';

onEachDatabase((dialect) => {
  describe('query history of the explorer', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    /** The data, or the error code with the named fields. */
    const ask = async (email: string | null, query: string, variables: object = {}) => {
      const { body } = await api.graphql(query, { token: email && (await api.tokenOf(email)), variables });
      const [error] = body.errors ?? [];
      return error ? [error.extensions.code, ...Object.keys(error.extensions.fields ?? {})] : body.data;
    };
    const run = (query: string, more: object = {}) => ({
      query,
      durationMs: 12,
      bytes: 345,
      rows: 2,
      outcome: 'answered',
      ...more,
    });
    const keep = async (email: string, input: object) => (await ask(email, KEEP, { input })).keepQueryRun;
    const listed = async (
      email: string,
    ): Promise<{ id: number; query: string; runs: number; ranAt: string }[]> =>
      (await ask(email, `{ queryRuns { ${FIELDS} } }`)).queryRuns;

    it('stores each query once with its latest result, newest first', async () => {
      expect(await keep(ANALYST, run('{ me { email } }'))).toEqual({
        id: expect.any(Number),
        query: '{ me { email } }',
        variables: null,
        durationMs: 12,
        bytes: 345,
        rows: 2,
        outcome: 'answered',
        runs: 1,
      });
      await keep(ANALYST, run('{ products { count } }', { rows: null, outcome: 'refused' }));
      api.clock.now += 1000;
      // Formatting doesn't matter; the stored text is the latest.
      const again = await keep(ANALYST, run('{\n  me { email }\n}', { durationMs: 7 }));
      expect([again.runs, again.durationMs]).toEqual([2, 7]);
      expect((await listed(ANALYST)).map(({ query, runs }) => [query, runs])).toEqual([
        ['{\n  me { email }\n}', 2],
        ['{ products { count } }', 1],
      ]);
    });

    it('belongs to its user alone, hidden from administrators and companies, and requires a sign-in', async () => {
      const { id } = await keep(MANAGER, run('{ agencies { count } }'));
      for (const email of [ADMIN, ANALYST, AGENCY, STRANGER]) {
        expect((await listed(email)).map((one) => one.id)).not.toContain(id);
        expect(await ask(email, `mutation { forgetQueryRuns(ids: [${id}]) }`)).toEqual({
          forgetQueryRuns: 0,
        });
      }
      expect((await listed(MANAGER)).map((one) => one.id)).toEqual([id]);
      expect(await ask(MANAGER, `mutation { forgetQueryRuns(ids: [${id}, ${id}]) }`)).toEqual({
        forgetQueryRuns: 1,
      });
      expect(await ask(MANAGER, `mutation { forgetQueryRuns(ids: [${id}]) }`)).toEqual({
        forgetQueryRuns: 0,
      });
      for (const operation of ['{ queryRuns { id } }', 'mutation { forgetQueryRuns }'])
        expect(await ask(null, operation)).toEqual(['UNAUTHENTICATED']);
      expect(await ask(null, KEEP, { input: run('{ me { email } }') })).toEqual(['UNAUTHENTICATED']);
    });

    it('stores no variables that can name a person, but relative periods, and no mutations, which can hold passwords', async () => {
      const query =
        'query A($from: Date, $n: Int, $axis: [Axis!], $who: String, $ids: [ID!], $filter: AdFilter) { a(from: $from, n: $n, axis: $axis, who: $who, ids: $ids, filter: $filter) }';
      const variables = {
        from: '2026-01-01',
        n: 3,
        axis: ['AD'],
        who: 'hanako@example.com',
        ids: ['hanako'],
        filter: { adName: ['hanako'] },
        undeclared: 'hanako',
      };
      const stored = await keep(AGENCY, run(query, { variables: JSON.stringify(variables) }));
      expect(JSON.parse(stored.variables)).toEqual({ from: '2026-01-01', n: 3, axis: ['AD'] });
      const relative = 'query R($period: String) { adSummaries(productId: 1, period: $period) { count } }';
      const kept = await keep(AGENCY, run(relative, { variables: '{"period":"thisMonth"}' }));
      expect(JSON.parse(kept.variables)).toEqual({ period: 'thisMonth' });
      const named = await keep(AGENCY, run(relative, { variables: '{"period":"hanako"}' }));
      expect(named.variables).toBeNull();
      const secret = 'mutation { signIn(email: "a@example.com", password: "Password1!") { access } }';
      for (const text of [secret, `query A { me { email } } ${secret}`])
        expect(await ask(AGENCY, KEEP, { input: run(text) })).toEqual(['BAD_USER_INPUT', 'query']);
      const rows = await api.database.db.read('SELECT * FROM query_run');
      for (const word of ['hanako', 'Password1!']) expect(JSON.stringify(rows)).not.toContain(word);
    });

    it.each([
      ['query', ''],
      ['query', '{ me {'],
      ['query', 'fragment F on User { id }'],
      ['query', `{ ${'a '.repeat(9000)} }`],
      ['query', `{ ${'a '.repeat(2600)} }`],
      ['variables', '[1]'],
      ['variables', 'x'],
      ['variables', `{"a":"${'x'.repeat(4001)}"}`],
      ['durationMs', -1],
      ['bytes', -1],
      ['rows', -1],
      ['outcome', 'maybe'],
    ])('rejects %s %j by name', async (name, value) => {
      const before = await listed(ADMIN);
      expect(await ask(ADMIN, KEEP, { input: run('{ me { email } }', { [name]: value }) })).toEqual([
        'BAD_USER_INPUT',
        name,
      ]);
      expect(await listed(ADMIN)).toEqual(before);
    });

    it('stores one entry for concurrent runs of a query', async () => {
      await Promise.all(Array.from({ length: 8 }, () => keep(STRANGER, run('{ asps { count } }'))));
      expect((await listed(STRANGER)).map(({ query, runs }) => [query, runs])).toEqual([
        ['{ asps { count } }', 8],
      ]);
    });

    it(`stores the newest ${MOST_QUERY_RUNS} and can be cleared`, async () => {
      await ask(ADMIN, 'mutation { forgetQueryRuns }');
      await keep(ADMIN, run('{ a0 }'));
      const id = (await listed(ADMIN))[0]?.id ?? 0;
      // As if they ran before.
      await api.database.db.write(async (tx) => {
        for (let index = 1; index < MOST_QUERY_RUNS + 20; index += 1) {
          await tx.execute(
            'INSERT INTO query_run (user_id, digest, query, ran_at, duration_ms, bytes, outcome, runs) SELECT user_id, ?, ?, ?, 1, 1, outcome, 1 FROM query_run WHERE id = ?',
            [`d${index}`, `{ a${index} }`, index, id],
          );
        }
      });
      await keep(ADMIN, run('{ newest }'));
      const all = await listed(ADMIN);
      expect([all.length, all[0]?.query, all[1]?.query, all.at(-1)?.query]).toEqual([
        MOST_QUERY_RUNS,
        '{ newest }',
        '{ a0 }',
        '{ a22 }',
      ]);
      const [{ n }] = (await api.database.db.read<{ n: number }>(
        'SELECT COUNT(*) AS n FROM query_run WHERE user_id = (SELECT user_id FROM query_run WHERE id = ?)',
        [id],
      )) as [{ n: number }];
      expect(Number(n)).toBe(MOST_QUERY_RUNS);
      expect(await ask(ADMIN, 'mutation { forgetQueryRuns }')).toEqual({ forgetQueryRuns: MOST_QUERY_RUNS });
      expect(await listed(ADMIN)).toEqual([]);
    });

    it('is deleted with its user', async () => {
      const { createUser } = await ask(
        ADMIN,
        'mutation { createUser(input: { userName: "短期", email: "short@alpha.example", roleType: 3, password: "Password1!" }) { id } }',
      );
      await api.database.db.write((tx) =>
        tx.execute(
          "INSERT INTO query_run (user_id, digest, query, ran_at, duration_ms, bytes, outcome, runs) VALUES (?, 'd', '{ a }', 1, 1, 1, 'answered', 1)",
          [createUser.id],
        ),
      );
      expect(await ask(ADMIN, `mutation { deleteUser(id: ${createUser.id}) }`)).toEqual({ deleteUser: true });
      expect(
        await api.database.db.read('SELECT id FROM query_run WHERE user_id = ?', [createUser.id]),
      ).toEqual([]);
    });
  });
});
