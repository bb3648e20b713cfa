/**
 * The boundaries of docs/architecture.md. Each rule's name is the sentence that a violation breaks;
 * `npm run check` prints it beside the offending import.
 */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Tests may reach across to build what they test with. */
const notTests = '\\.test\\.tsx?$|/testing/';

module.exports = {
  forbidden: [
    rule(
      'shared/domain imports nothing outside itself',
      'The rules of the domain are pure functions; whatever they need is passed in.',
      { path: '^shared/domain/', pathNot: notTests },
      { pathNot: '^shared/domain/' },
    ),
    rule(
      'shared imports only shared',
      'It runs in the browser and on the server alike.',
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
      'only the composition imports graphql and rest',
      'GraphQL and REST import services, never the reverse; so every door has the same rules.',
      {
        path: '^server/',
        pathNot: `^server/(graphql|rest|main\\.ts|composition)|\\.resolver\\.ts$|${notTests}`,
      },
      { path: '^server/(graphql|rest)/' },
    ),
    rule(
      "a module never imports another module's insides",
      'Its entity and its service are its outside (and the settings that ads inherit from their asp).',
      { path: '^server/settings/([^/]+)/', pathNot: notTests },
      {
        path: '^server/settings/([^/]+)/',
        pathNot: '^server/settings/$1/|\\.(entity|service)\\.ts$|result-settings\\.ts$',
      },
    ),
    rule(
      'tracking never reads a report',
      'Nothing flows back: a click goes to the logs, the logs to the journeys, the journeys to the reports.',
      { path: '^server/tracking/', pathNot: notTests },
      { path: '^server/(analysis|graphql|rest)/' },
    ),
    rule(
      'a report never writes events',
      'Reports are computed from the logs and never change them.',
      { path: '^server/analysis/', pathNot: notTests },
      { path: '^server/tracking/' },
    ),
    rule(
      'a screen never imports another screen',
      'What two screens need belongs in the kit.',
      { path: '^client/src/screens/([^/]+/[^/]+)/', pathNot: notTests },
      { path: '^client/src/screens/', pathNot: '^client/src/screens/$1/' },
    ),
    rule(
      'a screen without a group never imports another screen',
      '',
      { path: '^client/src/screens/([^/]+)/[^/]+$', pathNot: notTests },
      { path: '^client/src/screens/', pathNot: '^client/src/screens/$1/' },
    ),
    rule('the kit knows no screen', '', { path: '^client/src/kit/' }, { path: '^client/src/screens/' }),
    rule(
      'the rooms that others are made of import no list, setting or report',
      'Tables, filters, periods, columns, charts, forms and dialogs know nothing of the screens built from them.',
      { path: '^client/src/kit/(table|filter|period|columns|chart|form|dialog)/' },
      { path: '^client/src/kit/(list|setting|report|result-settings)/' },
    ),
    rule(
      'a room of one matter imports no other room',
      'A chart or a table takes figures, a filter conditions, a period days; only charts share the columns of tables.',
      { path: '^client/src/kit/(filter|period|columns|chart|table|dialog)/', pathNot: notTests },
      {
        path: '^client/src/kit/(filter|period|columns|chart|table|form|dialog)/',
        pathNot: '^client/src/kit/$1/|^client/src/kit/table/(measure-column|number-cell)\\.tsx?$',
      },
    ),
    rule(
      'a list imports nothing of a report',
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
      'what stands beside the rooms imports none of their insides',
      '',
      { path: '^client/src/kit/[^/]+$', pathNot: notTests },
      { path: '^client/src/kit/[^/]+/' },
    ),
    rule(
      'one file of the console knows dayjs',
      'Dates are shown and read by kit/tokyo-date; what days make a period is the rule of shared/domain/calendar.',
      { path: '^client/', pathNot: `^client/src/kit/tokyo-date\\.ts$|${notTests}` },
      { path: 'node_modules/dayjs/' },
    ),
    rule(
      'a screen imports no CSS of the kit',
      'How the kit looks is its own business: a screen takes its components.',
      { path: '^client/src/screens/' },
      { path: '^client/src/kit/.*\\.css$' },
    ),
    rule(
      'nothing imports in a circle',
      'A circle has no layer. Type-only imports may look back.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'every import is found',
      'A module that does not resolve breaks the start.',
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
