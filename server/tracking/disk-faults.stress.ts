import { onEachDatabase } from '../db/testing/databases';
import { failWhileClicking, failWhileStarting, FAULTS, START_FAULTS } from './testing/disk-faults';

jest.setTimeout(300_000);

onEachDatabase((dialect) => {
  it.each(['interval', 'group'] as const)(
    'survives one failure of each file operation under clicks (fsync %s)',
    (fsync) => failWhileClicking(dialect, fsync, FAULTS),
  );

  it('survives one failure of each file operation at the start', () =>
    failWhileStarting(dialect, START_FAULTS));
});
