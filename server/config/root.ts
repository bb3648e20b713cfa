import { extname, join, resolve } from 'node:path';

/** The product's folder: two levels up from here, and from `dist/server`, where `npm start` runs the server. */
export const ROOT = resolve(__dirname, '../..');

/** A program of the server that runs in a process of its own, and how node is told to run it. */
export interface Program {
  readonly path: string;
  readonly execArgv: string[];
}

/** A file right below `server`, without its extension: as it was built if this process runs what was built, else its source. */
export const programOf = (name: string): Program =>
  extname(__filename) === '.ts'
    ? { path: join(ROOT, 'server', `${name}.ts`), execArgv: ['--import', 'tsx'] }
    : { path: join(ROOT, 'dist/server', `${name}.cjs`), execArgv: [] };
