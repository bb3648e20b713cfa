/** Entries of `npm run help`: every script of package.json. */
export const commands: ReadonlyArray<readonly [command: string, does: string]> = [
  ['npm start', 'build stale parts, migrate, and start everything on one port (PORT, 3000)'],
  ['npm run dev', 'start with hot reload of server and console'],
  [
    'npm run check',
    'check types, lint, format, boundaries, dead code, contract and related tests before a commit',
  ],
  ['npm test [-- FILE...]', 'run the quick suite, or the named test files, with databases and browser'],
  [
    'npm run test:all [-- --shard 1/4]',
    'run every test: both databases, killed processes, faults, every route in every language and theme',
  ],
  [
    'npm run test:guard',
    'test tenants and roles, durability, the arithmetic of reports, every route, and the how-tos',
  ],
  ['npm run test:cluster', 'test a Galera cluster of three nodes that are killed, frozen and cut off'],
  ['npm run format', 'format every file (Prettier)'],
  ['npm run codegen', 'generate typed GraphQL hooks for the console (other commands do so when needed)'],
  ['npm run build', 'build hooks, console and server, as npm start does (for images)'],
  [
    'npm run seed -- --product 1 --clicks 1000000 --months 12 --random 42',
    'generate a deterministic synthetic history',
  ],
  [
    'npm run import -- FILE [--product ID] [--create-ads] [--notify]',
    'load clicks, views and conversions (NDJSON or CSV)',
  ],
  ['npm run verify', 'recompute all derived data from the logs and report differences'],
  ['npm run rebuild -- --product ID --from D --to D', "re-apply today's settings to a range of days"],
  ['npm run backup -- [--check] FILE', 'back up the database while the product runs, or check a backup'],
  ['npm run restore -- FILE [--replace]', 'restore a backup into an empty database'],
  ['npm run replay -- --from TIME [DATA_DIR...]', 'store the events received since a backup again'],
  [
    'npm run user -- create --email E --role ADMIN [--company NAME] [--product NAME] [--password-stdin]',
    'create the first user of a production installation; `reset-second-factor --email E` lets one in who lost their phone, `allow-passwords COMPANY_ID` a company whose identity provider fails',
  ],
  ['npm run house', 'count files, lines, rooms in a circle, and the cost of adding a setting or a report'],
  ['npm run pictures', "take the README's pictures from the demo"],
  ['npm run bench', 'run the benchmark: prints a table, and writes bench/results/latest.json'],
  ['npm run help', 'show this list'],
];
