import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type GraphQLOutputType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { searchFor } from '../../../../../../shared/format';
import { definitionOf, labelOf, type TextOf } from './labels';

/** A field of the schema with what the console calls it. */
export interface DocField {
  readonly type: string;
  readonly name: string;
  readonly label: string | undefined;
  /** What it means in the reader's language, where the console says so. */
  readonly definition: string | undefined;
  /** What the schema says of it beyond that. */
  readonly description: string;
  /** Its type as the schema writes it, and the type that is behind lists and the like. */
  readonly shape: string;
  readonly value: string;
}

const MOST_FOUND = 60;

/** What an argument, a field of an object and a field of an input have in common. */
interface SchemaField {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly type: GraphQLInputType | GraphQLOutputType;
}

/** What the schema says beside a label and a definition, where it is more than these say. */
const further = (said: string | null | undefined, label?: string, definition?: string): string =>
  !said || said === definition || said === `${label}。` ? '' : said;

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

/** The fields of a type, of an input or the words of an enumeration. */
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

/** Every field that answers can hold: queries first, then those of their types. What changes things is asked nowhere here. */
export function docIndex(schema: GraphQLSchema, text: TextOf): DocField[] {
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && name !== 'Mutation');
  return types
    .sort((a, b) => Number(b.name === 'Query') - Number(a.name === 'Query'))
    .flatMap(({ name }) => fieldsOf(schema, text, name));
}

/** Words are found across の too: 媒体費用 is 媒体の費用. */
const loose = (words: string): string => words.replaceAll('の', '');

/** What holds all typed words, the closest first: in its name, in the console's name, then in what is said of it. Fields of one name and meaning are told once. */
export function findDocs(index: readonly DocField[], typed: string): { found: DocField[]; more: number } {
  const isIn = searchFor(loose(typed));
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
    found: all.slice(0, MOST_FOUND).map(({ doc }) => doc),
    more: Math.max(0, all.length - MOST_FOUND),
  };
}
