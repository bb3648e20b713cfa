const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Rooms of the server from top to bottom, as `[layer, folder, purpose]`. A room imports only rooms below it. */
const rooms = [
  ['app', 'cli', 'commands for operators'],
  ['app', 'composition', 'lists the tables, connects the rooms below and starts the processes'],
  ['app', 'demo-data', 'fills an empty database with the demo'],
  ['api', 'share', 'pages and files of reports for people without an account'],
  ['api', 'rest', 'REST, files and OpenAPI, derived from the GraphQL operations'],
  ['api', 'scim', 'users by SCIM 2.0, for identity providers'],
  ['api', 'graphql', 'the GraphQL schema, its resolvers and its execution'],
  ['api', 'services', 'the services that GraphQL and REST call, with the context of a request'],
  ['features', 'sweeps', 'the list of background sweeps, and the worker that runs them'],
  ['features', 'link-test', 'sends a test click through a link up to its postback'],
  ['features', 'privacy-notice', 'writes the notice that a product owes its visitors'],
  ['features', 'ad-page', 'one ad with its links and paths'],
  ['features', 'dashboard-alerts', 'warnings on the dashboard'],
  ['features', 'alerts', 'alerts on measures: evaluation and delivery'],
  ['features', 'import', 'reads files of events'],
  ['features', 'gap', 'the gap between what we count and what media report'],
  ['features', 'settings', 'the settings and their services'],
  ['features', 'postbacks', 'sends postbacks to ad networks'],
  ['features', 'retention', 'seals old days and deletes their logs'],
  ['features', 'erasure', 'removes the personal data of one person'],
  ['reports', 'analysis', 'the reports'],
  ['reports', 'logs', 'lists of events, and the rows behind a metric value'],
  ['reports', 'facts', 'the sums that reports group'],
  ['reports', 'rollups', 'sums by day and month'],
  ['events', 'tracking', 'endpoints for visitors and servers, and the click log'],
  ['events', 'results', 'approval of conversions, and the postbacks they owe'],
  ['events', 'journeys', 'stores events and derives journeys'],
  ['access', 'records', 'the engine for lists, writes and the audit trail'],
  ['access', 'auth', 'users, sessions, tokens and permissions'],
  ['platform', 'mail', 'sends mail'],
  ['platform', 'jobs', 'loops, queues and leases of background work'],
  ['platform', 'export', 'CSV and Excel files'],
  ['platform', 'http', 'request log, health checks and files of the console'],
  ['platform', 'backpressure', 'makes API requests and background work wait for tracking'],
  ['platform', 'db', 'two databases, one SQL'],
  ['platform', 'config', 'reads the environment'],
  ['platform', 'platform', 'errors, event ids, bytes and other basics'],
];

const PAGE = join(__dirname, '../docs/architecture.md');
const PICTURE = /(?<=^## Rooms of the server\n.*?^```\n).*?(?=^```$)/ms;

/** Text of docs/architecture.md with the picture of the rooms as it must be. */
const drawRooms = () => {
  const lines = rooms.map(([layer, folder, purpose], index) =>
    [(layer === rooms[index - 1]?.[0] ? '' : layer).padEnd(10), folder.padEnd(17), purpose].join(' '),
  );
  return readFileSync(PAGE, 'utf8').replace(PICTURE, `${lines.join('\n')}\n`);
};

module.exports = { rooms, drawRooms };

if (require.main === module) writeFileSync(PAGE, drawRooms());
