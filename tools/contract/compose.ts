import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { measureKeys, measureOf, snakeCase, type MeasureKey } from '../../shared/catalog';
import { shareKeys, simulatedKeys } from '../../shared/catalog/simulation';
import { settingRules } from '../../shared/settings';
import { filtersOf, type LogDefinition } from '../../server/logs/log-definition';
import { logs } from '../../server/logs/logs';
import { filterNames, filterValues, isDeletable } from '../../server/records/setting-fields';
import { settingEntries } from '../../server/settings/settings';
import { mergeDefinitions, parseSdl, printDefinition, withMixins, type Definition, type Member } from './sdl';

/** Returns the members of a declared type with those of its mixins; none for an unknown type. */
type MembersOf = (type: string) => readonly Member[];

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const bareType = (type = ''): string => type.replace(/[[\]!]/g, '');

/** Finds the first description among members of a name, as SDL. */
function describedBy(name: string, ...lists: readonly (readonly Member[])[]): string {
  const description = lists.flat().find((member) => member.name === name)?.description;
  return description === undefined ? '' : JSON.stringify(description);
}

/** Returns the words of a directive: `one` with its article, `noun` without it, and `many`. */
function wordsOf({ name, directives }: Definition, directive: string) {
  const { one, many } = directives[directive] ?? {};
  if (!one || !many) throw new Error(`@${directive} of ${name} needs one and many`);
  return { one, many, noun: one.replace(/^an? /, '') };
}

/** Finds a setting by the name of its type. */
function settingOf(type: string) {
  const entry = settingEntries.find(([, setting]) => setting.type === type);
  if (!entry) throw new Error(`no setting has the type ${type}`);
  return entry;
}

/** Writes the members of a type, to place them among others. */
const copyOf = (members: readonly Member[]): string =>
  members.map(({ name, type }) => `${describedBy(name, members)} ${name}: ${type}`).join('\n');

/** Writes the fields of a setting before and after its own ones. */
function settingFields(definition: Definition, membersOf: MembersOf): [start: string, end: string] {
  const [, { type, owner }] = settingOf(definition.name);
  const start = `
    type ${type} {
      "Id of the ${wordsOf(definition, 'setting').noun}."
      id: Int!
      ${owner === 'product' ? copyOf(membersOf('Owned')) : ''}
    }`;
  return [start, `type ${type} { ${copyOf(membersOf('Versioned'))} }`];
}

const listType = (type: string, many: string, page: readonly Member[]): string => `
  "A page of ${many}."
  type ${type}List {
    "The ${many} of this page."
    results: [${type}!]!
    ${copyOf(page)}
  }`;

/** Returns the type of filter values; entries are nullable if rows can be without a value. */
const listOf = (type = '', values: readonly unknown[] = []): string =>
  values.includes(null) ? `[${type}]` : `[${type}!]`;

const filterType = (type: string, many: string, fields: readonly string[]): string => `
  "Filters ${many}; several values of one field are alternatives; 0 and false are valid values."
  input ${type}Filter { ${fields.join('\n')} }`;

/** GraphQL types of the types that definitions name. */
const scalars: Readonly<Record<string, string>> = {
  text: 'String',
  int: 'Int',
  float: 'Float',
  bool: 'Boolean',
  day: 'Date',
  instant: 'DateTime',
};

/** Writes the page, filter, input, queries and mutations of a setting. */
function settingSdl(definition: Definition, membersOf: MembersOf): string {
  const [list, setting] = settingOf(definition.name);
  const { type, one: single, owner, byProduct } = setting;
  const { one, many, noun } = wordsOf(definition, 'setting');
  const ofProduct = owner === 'product';
  const members = membersOf(type);
  const typeOf = (name: string): string => members.find((member) => member.name === name)?.type ?? '';

  const filters = filterNames(setting).map(
    (name) =>
      `${describedBy(name, membersOf('SettingFilter'), members)} ${name}: ${listOf(bareType(typeOf(name)), filterValues(setting.name, name))}`,
  );
  const further = Object.entries(setting.input ?? {}).map(
    ([name, kind]) => `${name}: ${scalars[kind.replace('?', '')]}`,
  );
  const inputs = Object.keys(settingRules[setting.name].fields)
    .filter(typeOf)
    .map((name) => {
      const fieldType = typeOf(name).replace(/!$/, '');
      const named = bareType(fieldType);
      const isEntry = membersOf(`${named}Input`).length > 0;
      return `${describedBy(name, members)} ${name}: ${isEntry ? fieldType.replace(named, `${named}Input`) : fieldType}`;
    });
  const mutations = {
    create: `
      "Creates ${one}."
      create${type}("Fields of the new object." input: ${type}Input!): ${type}!`,
    update: `
      "Changes ${one}."
      update${type}("Changed fields." input: ${type}Input! ${setting.confirms ? copyOf(membersOf('Confirmed')) : ''}): ${type}! @use(mixins: ["ById"])`,
    delete: `
      "Deletes ${one}; rejected while logs or other settings depend on it."
      delete${type}: Boolean! @use(mixins: ["ById", "ByVersion"])`,
  };
  const { only = ['create', 'update', 'delete'] } = setting;
  return `
    ${listType(type, many, membersOf('Page'))}
    ${filterType(type, many, filters)}
    "Fields of ${one}. A new one needs the required fields; in a change omitted fields keep their values, null clears them."
    input ${type}Input {
      ${ofProduct ? copyOf(membersOf('OwnerInput')) : ''}
      ${[...further, ...inputs].join('\n')}
      ${copyOf(membersOf('VersionInput'))}
    }
    type Query {
      "${capitalized(many)}."
      ${list}("Additional conditions." filter: ${type}Filter): ${type}List! @use(mixins: [${ofProduct || byProduct ? '"OfProducts", ' : ''}"List"])
      "One ${noun}."
      ${single}: ${type}! @use(mixins: ["ById"])
    }
    type Mutation { ${only.map((verb) => mutations[verb]).join('\n')} }
    ${isDeletable(setting) ? `enum SettingKind { "${capitalized(many)}." ${snakeCase(single).toUpperCase()} }` : ''}`;
}

/** Writes the page, filter and queries of a log. */
function logSdl(definition: Definition, membersOf: MembersOf): string {
  const log = Object.values<LogDefinition>(logs).find(({ type }) => type === definition.name);
  if (!log) throw new Error(`no log has the type ${definition.name}`);
  const { type, one: single, many: list } = log;
  const { many, noun } = wordsOf(definition, 'log');
  const filters = Object.entries(filtersOf(log)).map(
    ([name, filter]) =>
      `${describedBy(name, membersOf('LogFilter'), membersOf(type))} ${name}: ${listOf(scalars[filter.type], filter.values)}`,
  );
  return `
    ${listType(type, many, [...membersOf('Page'), ...membersOf('CursorPage')])}
    ${filterType(type, many, filters)}
    type Query {
      "The log of ${many}, newest first."
      ${list}("Additional conditions." filter: ${type}Filter): ${type}List! @use(mixins: ["OfProducts", "List", "TimeRange", "Cursors"])
      "One ${noun}."
      ${single}: ${type}! @use(mixins: ["LogId"])
    }`;
}

/** Writes the rows of a report, their total and the settings that they were computed with. */
const reportSdl = ({ name, directives }: Definition, membersOf: MembersOf): string => `
  type ${name} {
    "The rows of this page."
    results: [${directives.report?.row}!]!
    ${copyOf(membersOf('ReportPage'))}
    "Total of all rows of the filter; ratios are computed from the sums."
    total: ${directives.report?.row}!
    ${copyOf(membersOf('ReportDays'))}
    ${directives.report?.compared ? copyOf(membersOf('ComparedDays')) : ''}
    ${directives.report?.compared ? copyOf(membersOf('FilteredRows')) : ''}
    ${copyOf(membersOf('ReportBasis'))}
  }`;

/** Measures of the types that hold one field each, with the beginning of the field's description. */
const measureTypes: Readonly<Record<string, readonly MeasureKey[]>> = {
  all: measureKeys,
  shares: shareKeys,
  simulated: simulatedKeys,
  simulatedShares: simulatedKeys.filter((key) => shareKeys.includes(key)),
};

/** Writes a field for each measure, described as in the catalogue. */
function measureSdl({ name, directives }: Definition): string {
  const kind = directives.measures?.of ?? '';
  const fields = (measureTypes[kind] ?? []).map((key) => {
    const { description } = measureOf(key);
    const text = /shares/i.test(kind) ? `Share of: ${uncapitalized(description)}` : description;
    return `${JSON.stringify(text)} ${key}: Float`;
  });
  return `type ${name} { ${fields.join('\n')} }`;
}

/** Writes the SDL that follows from the directives of a type and the definitions of the server. */
function derivedSdl(definition: Definition, membersOf: MembersOf): string {
  const { setting, log, report, measures } = definition.directives;
  return [
    setting && settingSdl(definition, membersOf),
    log && logSdl(definition, membersOf),
    report && reportSdl(definition, membersOf),
    measures && measureSdl(definition),
  ]
    .filter((text) => text !== undefined)
    .join('\n');
}

const root = resolve(__dirname, '../..');
const folder = join(root, 'schema');

const HEADER =
  '# The API contract of Inflow Console. `npm run codegen` composes it from schema/: edit the files there.';

/** Reads the handwritten part of the contract, one file per feature. */
export const readDefinitions = (): Definition[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => parseSdl(readFileSync(join(folder, file), 'utf8')));

const membersIn = (definitions: ReadonlyMap<string, Definition>) => (type: string) => {
  const definition = definitions.get(type);
  return definition ? withMixins(definitions, definition) : [];
};

/** Composes the contract: written types with their mixins, and what follows from their directives. */
export function composeContract(written: readonly Definition[]): string {
  const alone = mergeDefinitions(written);
  const declared = mergeDefinitions(
    written.flatMap((definition) => {
      if (!definition.directives.setting) return [definition];
      const [start, end] = settingFields(definition, membersIn(alone));
      return [...parseSdl(start), definition, ...parseSdl(end), definition];
    }),
  );
  const membersOf = membersIn(declared);
  const groups = [...declared.values()].map((definition) => {
    const text = derivedSdl(definition, membersOf);
    return { definition, derived: text ? parseSdl(text) : [] };
  });
  const all = mergeDefinitions([...groups.flatMap(({ derived }) => derived), ...declared.values()]);
  const names = groups.flatMap(({ definition, derived }) => [definition, ...derived]).map(({ name }) => name);
  const last = ['Query', 'Mutation'];
  const types = [...new Set([...names.filter((name) => !last.includes(name)), ...last])]
    .flatMap((name) => all.get(name) ?? [])
    .filter(({ directives }) => !directives.mixin)
    .map((definition) => printDefinition({ ...definition, members: withMixins(all, definition) }));
  return `${[HEADER, ...types].join('\n\n')}\n`;
}

/** Writes schema.graphql. */
export const writeContract = (): void =>
  writeFileSync(join(root, 'schema.graphql'), composeContract(readDefinitions()));
