import { fillLeafs } from '@graphiql/toolkit';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { isReportName } from '../../../../../../shared/catalog';
import { explorerQuery } from '../../../../kit/report/explorer-query';

/** Maximum number of row fields in a generated query. */
const MAX_FIELDS = 12;

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

/** Returns the initial selection: scalar fields, or for a page its rows and their number. */
function initialFields(type: GraphQLType): string[] {
  if (!isObjectType(type)) return [];
  const fields = type.getFields();
  if (fields.results && isObjectType(getNamedType(fields.results.type)))
    return ['results', ...(fields.count ? ['count'] : [])];
  const plain = Object.values(fields)
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
    .map(({ name }) => name)
    .slice(0, MAX_FIELDS);
  return plain.length > 0 ? plain : ['__typename'];
}

/** Generates an initial query for the active product. */
export function skeletonOf(schema: GraphQLSchema, name: string, productId: number): string {
  if (isReportName(name)) return explorerQuery(name, new URLSearchParams({ product_id: String(productId) }));
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) return '';
  const args = field.args
    .filter((one) => isRequiredArgument(one) || one.name === 'productId')
    .map(({ name: argument, type }) => `${argument}: ${valueFor(argument, type, productId)}`);
  const call = args.length > 0 ? `${name}(${args.join(', ')})` : name;
  const query = `query ${name.charAt(0).toUpperCase()}${name.slice(1)} {\n  ${call}\n}\n`;
  return fillLeafs(schema, query, initialFields).result ?? query;
}
