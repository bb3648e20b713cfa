/** Commands and their descriptions for `npm run help`: every script of package.json. */
export const commands: ReadonlyArray<readonly [command: string, does: string]> = [
  ['npm start', 'build stale outputs, migrate, start everything on one port (PORT, 3000)'],
  ['npm run dev', 'the same with hot reload of server and console'],
  [
    'npm run check',
    'checks before a commit: types, lint, format, boundaries, dead code, contract, wording, related tests',
  ],
  [
    'npm test [-- FILE...]',
    'the quick suite, or the named test files, with the databases and the browser they need',
  ],
  [
    'npm run test:all [-- --shard 1/4]',
    'every test: both databases, killed processes, faults, every route in every language and theme',
  ],
  ['npm run test:guard', 'tenants and roles, durability and the arithmetic of reports on MariaDB'],
  ['npm run format', 'format every file (Prettier)'],
  ['npm run codegen', 'generate typed GraphQL hooks for the console (other commands do this when needed)'],
  ['npm run build', 'build hooks, console and server, as npm start does when they are stale (for images)'],
  ['npm run seed -- --product 1 --clicks 1000000 --months 12 --random 42', 'generate a reproducible history'],
  [
    'npm run import -- FILE [--product ID] [--create-ads] [--notify]',
    'load clicks, views and conversions (NDJSON or CSV)',
  ],
  ['npm run verify', 'recompute everything derived from the logs and report differences'],
  ['npm run rebuild -- --product ID --from D --to D', "apply today's settings to a range of days"],
  [
    'npm run user -- create --email E --role ADMIN [--company NAME] [--product NAME] [--password-stdin]',
    'create the first user of a production installation',
  ],
  ['npm run pictures', "take the README's pictures from the demo"],
  ['npm run bench', 'run the benchmark: a table, and bench/results/latest.json'],
  ['npm run help', 'this list'],
];
