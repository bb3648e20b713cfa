import { countDependents, countingOfAd } from './dependents';

describe('the rows of a log that depend on an ad', () => {
  const DAYS = /day IN \(([\d,]+)\)/g;
  const count = async (first: number | null, last: number | null) => {
    const lists: string[][] = [];
    const query = async <T>(sql: string): Promise<T[]> => {
      if (/MIN\(day\)/.test(sql)) return [{ first_access: first, last_access: last }] as T[];
      for (const [, list] of sql.matchAll(DAYS)) lists.push(list!.split(','));
      return [{ n0: String(lists.flat().length) }] as T[];
    };
    const counts = await countDependents(query, [countingOfAd('access', 'access')], 7, 1);
    return { lists, counts };
  };

  it.each([
    ['one day', 20260228, 20260228, 1],
    ['days of two months', 20260227, 20260302, 4],
    ['more days than a list takes', 20200101, 20260101, 2193],
  ])('are counted on %s', async (_name, first, last, days) => {
    const { lists, counts } = await count(first, last);
    expect(counts).toEqual([{ kind: 'access', count: days }]);
    expect([lists.flat().length, lists.flat().at(-1)]).toEqual([days, String(last)]);
    expect(lists.every((list) => list.length <= 1000)).toBe(true);
  });

  it('are none without days', async () => {
    expect(await count(null, null)).toEqual({ lists: [], counts: [] });
  });
});
