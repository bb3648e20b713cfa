const { rooms } = require('./tools/rooms.cjs');

/**
 * Import boundaries of docs/architecture.md. The name of a rule states what must hold. `npm run check` prints
 * it beside the offending import.
 */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Tests may import across these boundaries to set up their subject. */
const notTests = '\\.(test|stress)\\.tsx?$|/testing/';

const names = rooms.map(([, name]) => name);

module.exports = {
  forbidden: [
    ...rooms.map(([, name, purpose], index) =>
      rule(
        `rooms of the server form no circle: ${name} imports only rooms below it`,
        `${purpose}. Below it: ${names.slice(index + 1).join(', ') || 'shared'}.`,
        { path: `^server/${name}/`, pathNot: notTests },
        { path: `^server/(${[...names.slice(0, index).map((above) => `${above}/`), '[^/]+$'].join('|')})` },
      ),
    ),
    rule(
      'every room of the server has a place in the order',
      'Add a new folder to tools/rooms.cjs.',
      { path: '^server/[^/]+/', pathNot: `^server/(${names.join('|')})/` },
      {},
    ),
    rule(
      'shared/domain imports nothing outside itself',
      'The domain rules are pure functions. Callers pass in everything they need.',
      { path: '^shared/domain/', pathNot: notTests },
      { pathNot: '^shared/domain/' },
    ),
    rule(
      'shared imports only shared',
      'It runs both in the browser and on the server.',
      { path: '^shared/' },
      { path: '^(server|client|tools|bench|e2e)/' },
    ),
    rule(
      'the server never imports the client',
      '',
      { path: '^server/', pathNot: notTests },
      { path: '^client/' },
    ),
    rule(
      'the client never imports the server',
      'They meet in schema.graphql and in shared.',
      { path: '^client/' },
      { path: '^server/' },
    ),
    rule(
      "a setting never imports another setting's internals",
      'Other settings may use its entity and its service (and the settings that ads inherit from their ASP).',
      { path: '^server/settings/([^/]+)/', pathNot: notTests },
      {
        path: '^server/settings/([^/]+)/',
        pathNot: '^server/settings/$1/|\\.(entity|service)\\.ts$|result-settings\\.ts$',
      },
    ),
    rule(
      'a report never writes events',
      'Reports are computed from the logs and never change them.',
      { path: '^server/(analysis|facts|rollups)/', pathNot: notTests },
      { path: '^server/tracking/' },
    ),
    rule(
      'a screen never imports another screen',
      'Code that two screens need belongs in the kit.',
      { path: '^client/src/screens/([^/]+/[^/]+)/', pathNot: notTests },
      { path: '^client/src/screens/', pathNot: '^client/src/screens/$1/' },
    ),
    rule(
      'a screen without a group never imports another screen',
      '',
      { path: '^client/src/screens/([^/]+)/[^/]+$', pathNot: notTests },
      { path: '^client/src/screens/', pathNot: '^client/src/screens/$1/' },
    ),
    rule('the kit imports no screen', '', { path: '^client/src/kit/' }, { path: '^client/src/screens/' }),
    rule(
      'basic rooms of the kit import no list, setting or report',
      "Tables, filters, periods, columns, charts, forms and dialogs don't depend on the screens built from them.",
      { path: '^client/src/kit/(table|filter|period|columns|chart|form|dialog)/' },
      { path: '^client/src/kit/(list|setting|report|result-settings)/' },
    ),
    rule(
      'a room with one purpose imports no other room',
      'A chart or a table takes metrics, a filter takes conditions, a period takes days. Only charts share the columns of tables.',
      { path: '^client/src/kit/(filter|period|columns|chart|table|dialog)/', pathNot: notTests },
      {
        path: '^client/src/kit/(filter|period|columns|chart|table|form|dialog)/',
        pathNot: '^client/src/kit/$1/|^client/src/kit/table/(measure-column|number-cell)\\.tsx?$',
      },
    ),
    rule(
      'a list imports no report',
      '',
      { path: '^client/src/kit/(list|setting)/' },
      { path: '^client/src/kit/report/' },
    ),
    rule(
      'a report imports no list and no setting',
      '',
      { path: '^client/src/kit/report/' },
      { path: '^client/src/kit/(list|setting|form)/' },
    ),
    rule(
      "top-level files of the kit import no room's internals",
      '',
      { path: '^client/src/kit/[^/]+$', pathNot: notTests },
      { path: '^client/src/kit/[^/]+/' },
    ),
    rule(
      'only one file of the console imports dayjs',
      'kit/tokyo-date formats and parses dates. shared/domain/calendar defines the days of a period.',
      { path: '^client/', pathNot: `^client/src/kit/tokyo-date\\.ts$|${notTests}` },
      { path: 'node_modules/dayjs/' },
    ),
    rule(
      'a screen imports no CSS of the kit',
      "The kit's styles are private. A screen uses its components.",
      { path: '^client/src/screens/' },
      { path: '^client/src/kit/.*\\.css$' },
    ),
    rule(
      'there are no circular imports',
      'Circular modules have no layer. Type-only imports may be circular.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'every import resolves',
      'An unresolved module breaks the start.',
      { pathNot: notTests },
      { couldNotResolve: true, pathNot: '^(virtual:|monaco)|\\?(worker|url|raw)$|generated' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
