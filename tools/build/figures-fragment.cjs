const { readFileSync } = require('node:fs');
const { Kind, parse } = require('graphql');

/**
 * The fragment by which the console asks for measures: all fields of `type Figures` of the contract, so that a measure
 * that is added there is asked for. Loaded by codegen.yml.
 */
module.exports = (schema) => {
  const figures = parse(readFileSync(schema, 'utf8')).definitions.find(
    ({ kind, name }) => kind === Kind.OBJECT_TYPE_DEFINITION && name.value === 'Figures',
  );
  return parse(`fragment AllFigures on Figures { ${figures.fields.map(({ name }) => name.value).join(' ')} }`);
};
