import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { isReportName } from '../../../../../../shared/catalog';
import { explorerQuery } from '../../../../kit/report/explorer-query';

/** Maximum number of row fields in a generated query. */
const MAX_FIELDS = 12;

const required = ({ type, defaultValue }: GraphQLArgument): boolean =>
  isNonNullType(type) && defaultValue === undefined;

/**
 * Returns an initial value for an argument: the active product, the first enum value, or a placeholder of the
 * right type.
 */
function valueFor(name: string, type: GraphQLInputType, productId: number): string {
  if (isNonNullType(type)) return valueFor(name, type.ofType, productId);
  if (isListType(type)) return `[${valueFor(name, type.ofType, productId)}]`;
  if (name === 'productId') return String(productId);
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) return '{}';
  return type.name === 'Int' || type.name === 'Float' ? '1' : type.name === 'Boolean' ? 'true' : '""';
}

const isPlain = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(required))
    .map(({ name }) => name)
    .slice(0, MAX_FIELDS);

/** Returns the lines of a selection: scalar fields, and for a page also its rows. */
function selection(type: GraphQLObjectType, indent: string): string[] {
  const rows = type.getFields().results;
  const of = rows && getNamedType(rows.type);
  if (isObjectType(of))
    return [
      `${indent}results {`,
      ...selection(of, `${indent}  `),
      `${indent}}`,
      ...(type.getFields().count ? [`${indent}count`] : []),
    ];
  const plain = isPlain(type);
  return (plain.length > 0 ? plain : ['__typename']).map((name) => indent + name);
}

/** Generates an initial query for the active product. */
export function skeletonOf(schema: GraphQLSchema, name: string, productId: number): string {
  if (isReportName(name)) return explorerQuery(name, new URLSearchParams({ product_id: String(productId) }));
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) return '';
  const of = getNamedType(field.type);
  const args = field.args
    .filter((one) => required(one) || one.name === 'productId')
    .map(({ name: argument, type }) => `${argument}: ${valueFor(argument, type, productId)}`);
  const body = isObjectType(of)
    ? [`  ${name}${args.length > 0 ? `(${args.join(', ')})` : ''} {`, ...selection(of, '    '), '  }']
    : [`  ${name}${args.length > 0 ? `(${args.join(', ')})` : ''}`];
  return [`query ${name.charAt(0).toUpperCase()}${name.slice(1)} {`, ...body, '}', ''].join('\n');
}
