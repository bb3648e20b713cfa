import { onEachDatabase } from '../db/testing/databases';
import { failWhileClicking, failWhileStarting, FAULTS, START_FAULTS } from './testing/disk-faults';

jest.setTimeout(300_000);

onEachDatabase((dialect) => {
  it.each(['interval', 'group'] as const)('each file operation fails once under clicks (fsync %s)', (fsync) =>
    failWhileClicking(dialect, fsync, FAULTS),
  );

  it('each file operation of a start fails once', () => failWhileStarting(dialect, START_FAULTS));
});
