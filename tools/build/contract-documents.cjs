const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const {
  buildSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
} = require('graphql');

const client = join(__dirname, '../../client/src');

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const snakeCase = (name) => name.replace(/\B[A-Z]/g, '_$&').toLowerCase();

/** Returns the names of the fragments that screens define. */
function ownFragments() {
  const texts = readdirSync(client, { recursive: true })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(join(client, name), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^fragment (\w+)/gm)].map(([, name]) => name)));
}

/** Lists all plain fields of a type with their subfields, without rows of other settings. */
function fieldsOf(type, isSetting) {
  return Object.values(type.getFields()).flatMap(({ name, type: of, args }) => {
    const named = getNamedType(of);
    if (args.length > 0 || isSetting(named)) return [];
    return isLeafType(named) ? name : `${name} { ${fieldsOf(named, isSetting).join(' ')} }`;
  });
}

/**
 * Builds the documents of a setting: list, single row, create, update and delete. A single row uses the
 * fragment `XFields`, a list row `XRow`. If no screen defines them, they contain all fields.
 */
function documentsOf(type, many, one, { isSetting, own }) {
  const { name } = type;
  const fields = `${name}Fields`;
  const row = own.has(`${name}Row`) ? `${name}Row` : fields;
  const isAsked = (arg) =>
    ['productId', 'page', 'pageSize', 'sortName', 'sortAsc', 'keyword', 'filter'].includes(arg.name);
  // A screen shows one product and one page.
  const typeOf = (arg) =>
    ['productId', 'page', 'pageSize'].includes(arg.name) ? `${getNullableType(arg.type)}!` : arg.type;
  const args = many.args.filter(isAsked);
  return `
    query ${capital(many.name)}(${args.map((arg) => `$${arg.name}: ${typeOf(arg)}`).join(', ')}) {
      ${many.name}(${args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')}) { count results { ...${row} } }
    }
    query ${capital(one.name)}($id: Int!) { ${one.name}(id: $id) { ...${fields} } }
    mutation Create${name}($input: ${name}Input!) { create${name}(input: $input) { ...${fields} } }
    mutation Update${name}($id: Int!, $input: ${name}Input!) { update${name}(id: $id, input: $input) { ...${fields} } }
    mutation Delete${name}($id: Int!, $version: Int) { delete${name}(id: $id, version: $version) }
    ${own.has(fields) ? '' : `fragment ${fields} on ${name} { ${fieldsOf(type, isSetting).join(' ')} }`}`;
}

/**
 * Builds the documents of a log: a page of it, by number or by position, and one row, each with every field.
 */
function documentsOfLog(type, many, one, { isSetting, own }) {
  const fields = `${type.name}Fields`;
  // A screen shows one product.
  const argsOf = ({ args }) => args.filter(({ name }) => name !== 'productIds');
  const typeOf = (arg) => (arg.name === 'productId' ? `${getNullableType(arg.type)}!` : arg.type);
  const declared = (field) =>
    argsOf(field)
      .map((arg) => `$${arg.name}: ${typeOf(arg)}`)
      .join(', ');
  const given = (field) =>
    argsOf(field)
      .map(({ name }) => `${name}: $${name}`)
      .join(', ');
  return `
    query ${capital(many.name)}(${declared(many)}) { ${many.name}(${given(many)}) { count countExact next previous searchedTo results { ...${fields} } } }
    query ${capital(one.name)}(${declared(one)}) { ${one.name}(${given(one)}) { ...${fields} } }
    ${own.has(fields) ? '' : `fragment ${fields} on ${type.name} { ${fieldsOf(type, isSetting).join(' ')} }`}`;
}

/** Builds the fragment of a report row's axes other than the ad, for reports grouped by them. */
function otherAxesOf(type) {
  const fields = Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && !['adId', 'ad', 'noAd'].includes(field.name),
  );
  return `fragment ${type.name}OtherAxes on ${type.name} { ${fields.map(({ name }) => name).join(' ')} }`;
}

/** Sorts the types that have documents: settings, which can be created and deleted, and logs. */
function documentedTypes(schema) {
  const types = Object.values(schema.getTypeMap());
  const queries = Object.values(schema.getQueryType().getFields());
  const mutations = schema.getMutationType().getFields();
  const withQueries = (type) => ({
    type,
    many: queries.find(({ type: answer }) => getNamedType(answer).name === `${type.name}List`),
    one: queries.find(
      ({ type: answer }) => !isListType(getNullableType(answer)) && getNamedType(answer) === type,
    ),
  });
  const isSetting = (type) =>
    isObjectType(type) &&
    schema.getType(`${type.name}Input`) !== undefined &&
    schema.getType(`${type.name}List`) !== undefined;
  return {
    isSetting,
    settings: types
      .filter((type) => isSetting(type) && mutations[`create${type.name}`] && mutations[`delete${type.name}`])
      .map(withQueries),
    logs: types.filter(({ name }) => schema.getType(`${name}List`)?.getFields().countExact).map(withQueries),
  };
}

/**
 * Generates the console's documents that follow from the contract. codegen.yml loads it. They are the
 * fragment of all measures, and those of the axes of each report's rows. They also contain the documents of
 * every editable setting and of every log.
 */
module.exports = (contract) => {
  const schema = buildSchema(readFileSync(contract, 'utf8'));
  const { isSetting, settings, logs } = documentedTypes(schema);
  const own = ownFragments();
  const documents = [
    ...settings.map(({ type, many, one }) => documentsOf(type, many, one, { isSetting, own })),
    ...logs.map(({ type, many, one }) => documentsOfLog(type, many, one, { isSetting, own })),
  ];
  const figures = Object.keys(schema.getType('Figures').getFields()).join(' ');
  const reportRows = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getFields().noAd && type.getFields().adId,
  );
  return parse(
    `fragment AllFigures on Figures { ${figures} } ${[...reportRows.map(otherAxesOf), ...documents].join('\n')}`,
  );
};

/**
 * Plugin of codegen.yml: the hooks of the documents of each setting, with its name, its kind if it can have
 * dependents, and its REST path.
 */
module.exports.plugin = (schema) => {
  const kinds = schema.getType('SettingKind');
  const entries = documentedTypes(schema).settings.map(({ type: { name }, many, one }) => {
    const key = snakeCase(name);
    const kind = kinds.getValue(key.toUpperCase());
    return `
  ${key}: {
    name: '${one.name}' as const,
    ${many.args.some((arg) => arg.name === 'productId') ? 'productList' : 'list'}: hooks.use${capital(many.name)}Query,
    one: hooks.use${capital(one.name)}Query,
    create: hooks.useCreate${name}Mutation,
    update: hooks.useUpdate${name}Mutation,
    remove: hooks.useDelete${name}Mutation,
    restPath: '/api/v1/${snakeCase(many.name)}',${kind ? `\n    dependents: '${kind.name}' as const,` : ''}
  },`;
  });
  return {
    prepend: ["import * as hooks from './graphql';"],
    content: `export const settings = {${entries.join('')}\n};\n`,
  };
};
