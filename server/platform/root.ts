import { extname, join, resolve } from 'node:path';

/**
 * Root folder of the repository: two levels above this file and above `dist/server`, which `npm start` runs.
 */
export const ROOT = resolve(__dirname, '../..');

/** Server program for a child process, and the node flags that run it. */
export interface Program {
  readonly path: string;
  readonly execArgv: string[];
}

/**
 * Returns the program of a file directly in `server`, by its name without extension: the built file if this
 * process runs from the build, else the source.
 */
export const programOf = (name: string): Program =>
  extname(__filename) === '.ts'
    ? { path: join(ROOT, 'server', `${name}.ts`), execArgv: ['--import', 'tsx'] }
    : { path: join(ROOT, 'dist/server', `${name}.cjs`), execArgv: [] };
