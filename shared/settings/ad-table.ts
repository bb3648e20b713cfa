import { snakeCase } from '../catalog';
import { adFields } from './ad';
import type { Field } from './fields';

/** The columns of a table of ads that is filled in by people: relations by their names instead of ids. */
export const adTableColumns: readonly string[] = [
  'id',
  ...Object.entries(adFields).map(([name, { refers }]: [string, Pick<Field, 'refers'>]) =>
    refers ? snakeCase(name).replace(/_id$/, '') : snakeCase(name),
  ),
];
