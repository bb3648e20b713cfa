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

/** Names of the fragments that screens write themselves. */
function ownFragments() {
  const texts = readdirSync(client, { recursive: true })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(join(client, name), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^fragment (\w+)/gm)].map(([, name]) => name)));
}

/** All plain fields of a type, with what it is made of; no rows of other settings. */
function fieldsOf(type, isSetting) {
  return Object.values(type.getFields()).flatMap(({ name, type: of, args }) => {
    const named = getNamedType(of);
    if (args.length > 0 || isSetting(named)) return [];
    return isLeafType(named) ? name : `${name} { ${fieldsOf(named, isSetting).join(' ')} }`;
  });
}

/**
 * The documents of a setting: its list, one of it, and what makes, changes and deletes it. One is asked for with its
 * fragment `XFields`, a row of the list with `XRow`; where a screen writes none, both are all of its fields.
 */
function documentsOf(type, many, one, { isSetting, own }) {
  const { name } = type;
  const fields = `${name}Fields`;
  const row = own.has(`${name}Row`) ? `${name}Row` : fields;
  const isAsked = (arg) =>
    ['productId', 'page', 'pageSize', 'sortName', 'sortAsc', 'keyword', 'filter'].includes(arg.name);
  // A screen stands for one product, and for one page.
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

/** The documents of a log: a page of it, told by its number or its place, and one row of it, each with every field. */
function documentsOfLog(type, many, one, { isSetting, own }) {
  const fields = `${type.name}Fields`;
  // A screen stands for one product.
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

/** What names a row of a report besides its ad: asked for where it is grouped by more than ads. */
function otherAxesOf(type) {
  const fields = Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && !['adId', 'ad', 'noAd'].includes(field.name),
  );
  return `fragment ${type.name}OtherAxes on ${type.name} { ${fields.map(({ name }) => name).join(' ')} }`;
}

/**
 * What the console asks that follows from the contract, loaded by codegen.yml: the fragment of all measures, those of
 * the axes of each report's rows, and the documents of every setting that can be made, changed and deleted, and of every log.
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
