import { openTestDatabase } from '../db/testing/databases';
import { ResultHold } from '../results';
import { deriveAll } from './derive-all';

it('finishes at once and says so if an import left nothing to derive', async () => {
  const { db, drop } = await openTestDatabase('sqlite');
  jest.spyOn(console, 'error').mockReturnValue();
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await deriveAll(db, new ResultHold(db));
  const bars = written.mock.calls.map(([text]) => String(text));
  jest.restoreAllMocks();
  await drop();
  expect(bars.at(-1)).toMatch(/^derived \[#{30}\] 100% /);
});
