import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDateTime } from '../../shared/domain/calendar';
import { DAY_MS } from '../../shared/domain/journey';
import { createLog } from '../http/request-log';
import { ResultHold } from '../results';
import { replayEvents } from '../tracking/spool/replay';
import { CommandError, parseCommandLine, progressBar, runCommand } from './command';
import { deriveAll } from './derive-all';

const USAGE = 'npm run replay -- --from TIME [DATA_DIR...]';

/** `npm run replay`: stores the events of the kept log again, after a restore. */
void runCommand({
  options(args) {
    const { values, positionals: folders } = parseCommandLine(USAGE, () =>
      parseArgs({ args, allowPositionals: true, options: { from: { type: 'string' } } }),
    );
    if (values.from === undefined) throw new CommandError(`--from: is required\nUsage: ${USAGE}`);
    const from = parseDateTime(values.from);
    if (from === null) throw new CommandError('--from: must be a time, such as 2026-08-01T04:00:00Z');
    for (const folder of folders)
      if (!['kept', 'spool'].some((name) => existsSync(join(folder, name))))
        throw new CommandError(`DATA_DIR: ${folder} holds no event log`);
    return { from, folders };
  },
  async run({ from, folders }, db, { dataDir, segmentDays, logLevel }) {
    if (from < Date.now() - segmentDays * DAY_MS)
      console.error(
        `--from: the log holds the last ${segmentDays} days (SEGMENT_DAYS); earlier events are gone`,
      );
    const hold = new ResultHold(db);
    const bar = progressBar('segments', 0);
    const counts = await replayEvents(db, {
      folders: folders.length > 0 ? folders : [dataDir],
      from,
      hold,
      log: createLog(logLevel),
      onSegment: (done, total) => bar.update(done, '', total),
    });
    bar.finish();
    await deriveAll(db, hold);
    console.log(JSON.stringify(counts));
    return counts.damaged > 0 ? 1 : 0;
  },
});
