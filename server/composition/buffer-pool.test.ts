import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase } from '../db/testing/databases';
import { checkBufferPool } from './open-database';

const GB = 2 ** 30;

describe('the buffer pool', () => {
  it.each([
    ['a tenth of the data', { pool: GB, data: String(10 * GB) }, 0],
    ['less than a tenth', { pool: GB, data: String(11 * GB) }, 1],
    ['no data', { pool: GB, data: null }, 0],
  ])('of %s', async (_name, row, warnings) => {
    const log = { warn: jest.fn() };
    const db = { dialect: 'mysql', read: () => Promise.resolve([row]) } as unknown as Database;
    await checkBufferPool(db, log);
    expect(log.warn).toHaveBeenCalledTimes(warnings);
  });

  it('that can not be read fails nothing', async () => {
    const log = { warn: jest.fn() };
    const db = { dialect: 'mysql', read: () => Promise.reject(new Error('denied')) } as unknown as Database;
    await checkBufferPool(db, log);
    expect(log.warn).not.toHaveBeenCalled();
  });
});

onEachDatabase((dialect) => {
  it('is compared with the size of the tables', async () => {
    const test = await openTestDatabase(dialect);
    const read = jest.spyOn(test.db, 'read');
    const log = { warn: jest.fn() };
    await checkBufferPool(test.db, log);
    const [row] = dialect === 'mysql' ? await read.mock.results[0]?.value : [{ pool: 1, data: 1 }];
    expect([Number(row.pool) > 0, Number(row.data) > 0, log.warn.mock.calls]).toEqual([true, true, []]);
    await test.drop();
  });
});
