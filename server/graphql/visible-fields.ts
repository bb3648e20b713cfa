import type { Fields as EntityFields } from '../../shared/settings';
import { isKeyOf } from '../../shared/records';
import type { FieldType, EntryListType, VisibleFields, ScalarFieldType } from '../records/setting-definition';
import {
  bool,
  day,
  float,
  inputType,
  instant,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
  type FieldDef,
  type Fields,
  type TypeClass,
} from './fields';
import { label } from './selection-type';
import { entityInput } from './resolvers/write-resolver';

const types: Readonly<Record<ScalarFieldType, FieldDef>> = { text, int, float, bool, day, instant, label };

function fieldOf(notation: FieldType): FieldDef {
  if (notation === 'int[]') return listOf(int);
  const type = notation.replace(/\?$/, '');
  if (!isKeyOf(types, type)) throw new Error(`no type ${notation}`);
  return type === notation ? types[type] : opt(types[type]);
}

interface EntryTypes {
  readonly row: TypeClass;
  readonly input: TypeClass;
}

/** Types of list entries; two settings can share one. */
const typesByEntry = new Map<string, EntryTypes>();

function entryTypes({ entry, fields }: EntryListType, rules: EntityFields): EntryTypes {
  const known = typesByEntry.get(entry);
  if (known) return known;
  const types = {
    row: objectType(entry, fieldsOf(fields, {})),
    input: inputType(`${entry}Input`, entityInput(rules)),
  };
  typesByEntry.set(entry, types);
  return types;
}

/** Builds the GraphQL fields of a setting; the rules define the input of list entries. */
export const fieldsOf = (fields: VisibleFields, rules: EntityFields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      typeof one === 'string'
        ? fieldOf(one)
        : listOf(ref(() => entryTypes(one, rules[name]?.entry ?? {}).row)),
    ]),
  );

/** Builds the input types of a setting's list entries. */
export const entryInputs = (fields: VisibleFields, rules: EntityFields): Record<string, TypeClass> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, one]) =>
      typeof one === 'string' ? [] : [[name, entryTypes(one, rules[name]?.entry ?? {}).input] as const],
    ),
  );
