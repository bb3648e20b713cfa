import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type GraphQLOutputType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { createMatcher } from '../../../../../../shared/format';
import { definitionOf, labelOf, type TextOf } from './labels';

/** Schema field with its name in the console. */
export interface DocField {
  readonly type: string;
  readonly name: string;
  readonly label: string | undefined;
  /** Definition in the user's language, if the console has one. */
  readonly definition: string | undefined;
  /** Further description from the schema. */
  readonly description: string;
  /** Type as written in the schema, and the named type inside lists and non-null wrappers. */
  readonly shape: string;
  readonly value: string;
}

const MAX_MATCHES = 60;

/** Common part of arguments, object fields and input fields. */
interface SchemaField {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly type: GraphQLInputType | GraphQLOutputType;
}

/** Returns the schema description unless it repeats the label or definition. */
const further = (description: string | null | undefined, label?: string, definition?: string): string =>
  !description || description === definition || description === `${label}。` ? '' : description;

export function docField(
  text: TextOf,
  type: string,
  { name, description, type: shape }: SchemaField,
): DocField {
  const [label, definition] = [labelOf(text, type, name), definitionOf(text, name)];
  return {
    type,
    name,
    label,
    definition,
    description: further(description, label, definition),
    shape: String(shape),
    value: getNamedType(shape).name,
  };
}

/** Returns the fields of a type or input, or the values of an enum. */
export function fieldsOf(schema: GraphQLSchema, text: TextOf, typeName: string): DocField[] {
  const type = schema.getType(typeName);
  if (isObjectType(type) || isInputObjectType(type))
    return Object.values<SchemaField>(type.getFields()).map((field) => docField(text, typeName, field));
  if (!isEnumType(type)) return [];
  return type.getValues().map(({ name, description }) => {
    const label = labelOf(text, typeName, name.toLowerCase());
    return {
      type: typeName,
      name,
      label,
      definition: undefined,
      description: further(description, label),
      shape: '',
      value: '',
    };
  });
}

/** Lists all fields of responses: queries first, then the fields of their types. Excludes mutations. */
export function docIndex(schema: GraphQLSchema, text: TextOf): DocField[] {
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && name !== 'Mutation');
  return types
    .sort((a, b) => Number(b.name === 'Query') - Number(a.name === 'Query'))
    .flatMap(({ name }) => fieldsOf(schema, text, name));
}

/** Ignores の in a search: 媒体費用 matches 媒体の費用. */
const loose = (words: string): string => words.replaceAll('の', '');

/**
 * Returns fields that match all typed words: matches in field or console names first, then in descriptions.
 * Fields with equal name and meaning are listed once.
 */
export function findDocs(index: readonly DocField[], typed: string): { matches: DocField[]; more: number } {
  const isIn = createMatcher(loose(typed));
  const rank = ({ name, label = '', definition = '', description }: DocField): number | null => {
    if (isIn(loose(`${label} ${name}`))) return label.length + name.length;
    return isIn(loose(`${label} ${name} ${definition} ${description}`)) ? 1000 : null;
  };
  const known = new Set<string>();
  const all = index
    .flatMap((doc, place) => {
      const value = rank(doc);
      return value === null ? [] : [{ doc, value: value + (doc.type === 'Query' ? 0 : 100), place }];
    })
    .sort((a, b) => a.value - b.value || a.place - b.place)
    .filter(({ doc }) => {
      const key = `${doc.type === 'Query'} ${doc.name} ${doc.label} ${doc.description}`;
      return !known.has(key) && known.add(key);
    });
  return {
    matches: all.slice(0, MAX_MATCHES).map(({ doc }) => doc),
    more: Math.max(0, all.length - MAX_MATCHES),
  };
}
