import { select, sql } from './statements';

it('returns more rows than a call accepts as arguments', async () => {
  const rows = Array.from({ length: 300_000 }, (_, n) => ({ n }));
  const query = async <T>(): Promise<T[]> => JSON.parse(JSON.stringify(rows)) as T[];
  expect(await select({ query })`SELECT n FROM t WHERE id IN ${['a']}`).toHaveLength(rows.length);
});

it('uses few lengths of lists and repeats the last value', async () => {
  const queries: unknown[][] = [];
  let statement = '';
  const query = async <T>(text: string, params: readonly unknown[] = []): Promise<T[]> => {
    statement = text;
    queries.push([...params]);
    return [];
  };
  await select({ query })`SELECT ${sql('n')} FROM t WHERE p = ${7} AND id IN ${['a', 'b']}
    AND x = ${8}`;
  expect(queries).toEqual([[7, 'a', 'b', 'b', 'b', 8]]);
  expect(statement).toBe('SELECT n FROM t WHERE p = ? AND id IN (?,?,?,?) AND x = ?');
  queries.length = 0;
  for (let length = 1; length <= 400; length += 1)
    await select({ query })`IN ${Array.from({ length }, (_, n) => n)}`;
  expect([...new Set(queries.map((params) => params.length))].sort((a, b) => a - b)).toEqual([
    1, 4, 12, 40, 150,
  ]);
});
