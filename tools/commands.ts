/** Entries of `npm run help`: every script of package.json. */
export const commands: ReadonlyArray<readonly [command: string, does: string]> = [
  ['npm start', 'build what is stale, migrate, start everything, on one port (PORT, 3000)'],
  ['npm run dev', 'the same with hot reload of server and console'],
  [
    'npm run check',
    'what must pass before a commit: types, lint, format, boundaries, dead code, contract, related tests',
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
  ['npm run codegen', 'typed GraphQL hooks for the console (the other commands do it by themselves)'],
  ['npm run build', 'what npm start builds when stale: hooks, console and server (for images)'],
  [
    'npm run seed -- --product 1 --clicks 1000000 --months 12 --random 42',
    'a deterministic synthetic history',
  ],
  [
    'npm run import -- FILE [--product ID] [--create-ads] [--notify]',
    'load clicks, views and conversions (NDJSON or CSV)',
  ],
  ['npm run verify', 'recompute all derived data from the logs and report differences'],
  ['npm run rebuild -- --product ID --from D --to D', "re-apply today's settings to a range of days"],
  [
    'npm run user -- create --email E --role ADMIN [--company NAME] [--product NAME] [--password-stdin]',
    'first user of a production installation',
  ],
  ['npm run bench', 'the benchmark: a table, and bench/results/latest.json'],
  ['npm run help', 'this list'],
];
