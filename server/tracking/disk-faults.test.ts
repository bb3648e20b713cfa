import { openTestDatabase } from '../db/testing/databases';
import { sendClicks } from './testing/child-process';
import {
  failWhileClicking,
  failWhileStarting,
  FAULTS,
  START_FAULTS,
  storedIds,
  until,
} from './testing/disk-faults';
import { FailingDisk } from './testing/failing-disk';
import { makeShop } from './testing/settings';
import { startTracking } from './testing/tracking-server';

jest.setTimeout(120_000);

it.each(['interval', 'group'] as const)(
  'survives one failure of each file operation under clicks (fsync %s)',
  (fsync) => failWhileClicking('sqlite', fsync, FAULTS),
);

it('survives one failure of creating, locking and opening a spool at the start', () =>
  failWhileStarting(
    'sqlite',
    START_FAULTS.filter(({ after, code }) => after === undefined && code !== 'EIO'),
  ));

it('forwards without a claim while the disk is full, reports the fault and recovers', async () => {
  const test = await openTestDatabase('sqlite');
  const { redirect } = await makeShop(test.db);
  const disk = new FailingDisk();
  const server = await startTracking(test.db, { disk: { files: disk.files } });
  const port = Number(new URL(server.url).port);
  disk.fail({ operation: 'writeSync', code: 'ENOSPC', lasting: true });
  const refused = sendClicks(port, `/r/${redirect.code}`, 50, 4);
  await refused.done;
  expect([refused.acknowledged.size, refused.other]).toEqual([0, 50]);
  expect(server.tracking.fault).toBe('click log: ENOSPC');
  disk.mend();
  await until(() => server.tracking.fault === undefined);
  const burst = sendClicks(port, `/r/${redirect.code}`, 50, 4);
  await burst.done;
  await server.tracking.drain();
  expect((await storedIds(test.db)).sort()).toEqual([...burst.acknowledged].sort());
  await server.stop();
  await test.drop();
});
