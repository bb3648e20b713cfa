import { openRows } from './csv';

describe('rows with the first one read ahead', () => {
  const all = async (rows: AsyncIterable<number>): Promise<number[]> => {
    const read: number[] = [];
    for await (const row of rows) read.push(row);
    return read;
  };

  it.each([
    ['of a list', [1, 2, 3]],
    ['without any', []],
  ])('stay the same: %s', async (_, rows) => {
    expect(await all(await openRows(rows))).toEqual(rows);
  });

  it('reject if the first row can’t be read', async () => {
    async function* none(): AsyncGenerator<number> {
      await Promise.reject(new Error('too long'));
      yield 1;
    }
    await expect(openRows(none())).rejects.toThrow('too long');
  });

  it('end the source when the reader stops', async () => {
    let ended = false;
    async function* many(): AsyncGenerator<number> {
      try {
        for (let n = 1; ; n += 1) yield n;
      } finally {
        ended = true;
      }
    }
    for await (const row of await openRows(many())) if (row === 2) break;
    expect(ended).toBe(true);
  });
});
