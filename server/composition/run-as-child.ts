import type { Config } from '../config/config';
import { makePrivate } from '../db/private-files';
import { describeError } from '../http/describe-error';

/**
 * Main function of a child process: waits for the configuration, runs the work, and exits.
 * @param failure prefix of the error message
 */
export function runAsChild(work: (config: Config) => Promise<void>, failure: string): void {
  makePrivate();
  process.once('message', (config: Config) => {
    work(config).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`${failure}: ${describeError(error).message}`);
        process.exit(1);
      },
    );
  });
}
