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
  const title = (field) => field.name.charAt(0).toUpperCase() + field.name.slice(1);
  return `
    query ${title(many)}(${args.map((arg) => `$${arg.name}: ${typeOf(arg)}`).join(', ')}) {
      ${many.name}(${args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')}) { count results { ...${row} } }
    }
    query ${title(one)}($id: Int!) { ${one.name}(id: $id) { ...${fields} } }
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
  const title = (field) => field.name.charAt(0).toUpperCase() + field.name.slice(1);
  return `
    query ${title(many)}(${declared(many)}) { ${many.name}(${given(many)}) { count countExact next previous results { ...${fields} } } }
    query ${title(one)}(${declared(one)}) { ${one.name}(${given(one)}) { ...${fields} } }
    ${own.has(fields) ? '' : `fragment ${fields} on ${type.name} { ${fieldsOf(type, isSetting).join(' ')} }`}`;
}

/** Builds the fragment of a report row's axes other than the ad, for reports grouped by them. */
function otherAxesOf(type) {
  const fields = Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && !['adId', 'ad', 'noAd'].includes(field.name),
  );
  return `fragment ${type.name}OtherAxes on ${type.name} { ${fields.map(({ name }) => name).join(' ')} }`;
}

/**
 * Generates the console's documents that follow from the contract. codegen.yml loads it. They are the
 * fragment of all measures, and those of the axes of each report's rows. They also contain the documents of
 * every editable setting and of every log.
 */
module.exports = (contract) => {
  const schema = buildSchema(readFileSync(contract, 'utf8'));
  const queries = Object.values(schema.getQueryType().getFields());
  const mutations = schema.getMutationType().getFields();
  const isSetting = (type) =>
    isObjectType(type) &&
    schema.getType(`${type.name}Input`) !== undefined &&
    schema.getType(`${type.name}List`) !== undefined;
  const own = ownFragments();
  const settings = Object.values(schema.getTypeMap()).filter(
    (type) => isSetting(type) && mutations[`create${type.name}`] && mutations[`delete${type.name}`],
  );
  const logs = Object.values(schema.getTypeMap()).filter(
    ({ name }) => schema.getType(`${name}List`)?.getFields().countExact,
  );
  const made = (types, documents) =>
    types.map((type) => {
      const many = queries.find(({ type: answer }) => getNamedType(answer).name === `${type.name}List`);
      const one = queries.find(
        ({ type: answer }) => !isListType(getNullableType(answer)) && getNamedType(answer) === type,
      );
      return documents(type, many, one, { isSetting, own });
    });
  const documents = [...made(settings, documentsOf), ...made(logs, documentsOfLog)];
  const figures = Object.keys(schema.getType('Figures').getFields()).join(' ');
  const reportRows = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getFields().noAd && type.getFields().adId,
  );
  return parse(
    `fragment AllFigures on Figures { ${figures} } ${[...reportRows.map(otherAxesOf), ...documents].join('\n')}`,
  );
};
