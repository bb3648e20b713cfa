import type { Config } from '../config';
import { makePrivate } from '../db/private-files';

/**
 * The main part of a process that `beginProgram` starts: waits for the configuration, does the work, and ends.
 * @param failure what it says before the reason when it can't
 */
export function runWhenTold(work: (config: Config) => Promise<void>, failure: string): void {
  makePrivate();
  process.once('message', (config: Config) => {
    work(config).then(
      () => process.exit(0),
      (error: Error) => {
        console.error(`${failure}: ${error.message}`);
        process.exit(1);
      },
    );
  });
}
