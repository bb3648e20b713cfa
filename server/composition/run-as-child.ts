import type { Config } from '../config/config';
import { makePrivate } from '../db/private-files';

/**
 * Main function of a child process: waits for the configuration, runs the work, and exits.
 * @param failure prefix of the error message
 */
export function runAsChild(work: (config: Config) => Promise<void>, failure: string): void {
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
