import type { Fields as EntityFields } from '../../shared/settings';
import { isKeyOf } from '../../shared/records';
import type { Shown, ShownEntries, ShownFields, ShownType } from '../records/setting-record';
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
import { entityInput } from './write-resolver';

const types: Readonly<Record<ShownType, FieldDef>> = { text, int, float, bool, day, instant, label };

function fieldOf(shown: Shown): FieldDef {
  if (shown === 'int[]') return listOf(int);
  const type = shown.replace(/\?$/, '');
  if (!isKeyOf(types, type)) throw new Error(`no type ${shown}`);
  return type === shown ? types[type] : opt(types[type]);
}

interface EntryTypes {
  readonly row: TypeClass;
  readonly input: TypeClass;
}

/** Types of list entries; two settings can share one. */
const made = new Map<string, EntryTypes>();

function entryTypes({ entry, fields }: ShownEntries, rules: EntityFields): EntryTypes {
  const known = made.get(entry);
  if (known) return known;
  const types = {
    row: objectType(entry, fieldsOf(fields, {})),
    input: inputType(`${entry}Input`, entityInput(rules)),
  };
  made.set(entry, types);
  return types;
}

/** Builds the GraphQL fields of a setting; the rules define the input of list entries. */
export const fieldsOf = (shown: ShownFields, rules: EntityFields): Fields =>
  Object.fromEntries(
    Object.entries(shown).map(([name, one]) => [
      name,
      typeof one === 'string'
        ? fieldOf(one)
        : listOf(ref(() => entryTypes(one, rules[name]?.entry ?? {}).row)),
    ]),
  );

/** Builds the input types of a setting's list entries. */
export const entryInputs = (shown: ShownFields, rules: EntityFields): Record<string, TypeClass> =>
  Object.fromEntries(
    Object.entries(shown).flatMap(([name, one]) =>
      typeof one === 'string' ? [] : [[name, entryTypes(one, rules[name]?.entry ?? {}).input] as const],
    ),
  );
