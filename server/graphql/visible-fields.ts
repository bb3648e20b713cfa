import { isKeyOf } from '../../shared/records';
import type { FieldType, ScalarFieldType, VisibleFields } from '../records/setting-definition';
import {
  bool,
  day,
  float,
  instant,
  int,
  listOf,
  opt,
  ref,
  text,
  typeOf,
  type FieldDef,
  type Fields,
} from './fields';
import { label } from './selection-type';

const types: Readonly<Record<ScalarFieldType, FieldDef>> = { text, int, float, bool, day, instant, label };

function fieldOf(notation: FieldType): FieldDef {
  if (notation === 'int[]') return listOf(int);
  const type = notation.replace(/\?$/, '');
  if (!isKeyOf(types, type)) throw new Error(`no type ${notation}`);
  return type === notation ? types[type] : opt(types[type]);
}

/** Builds the GraphQL fields of a setting. */
export const fieldsOf = (fields: VisibleFields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      typeof one === 'string' ? fieldOf(one) : listOf(ref(() => typeOf(one.entry))),
    ]),
  );
