import { snakeCase } from '../catalog';
import { adFields } from './ad';
import type { Field } from './fields';

/** Columns of an ad table that users fill in: relations by name instead of id. */
export const adTableColumns: readonly string[] = [
  'id',
  ...Object.entries(adFields).map(([name, { refers }]: [string, Pick<Field, 'refers'>]) =>
    refers ? snakeCase(name).replace(/_id$/, '') : snakeCase(name),
  ),
];
