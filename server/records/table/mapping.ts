import { badInput, type FailureMessage } from '../../auth/failure';
import type { TableFile, TableRow } from './table-file';

/** Column of each field, by column name; null if there is none. */
export type Mapping<Field extends string> = Readonly<Record<Field, string | null>>;

/**
 * Refuses a mapping to columns that a table lacks. @param others problems of other inputs @throws
 * BAD_USER_INPUT
 */
export function refuseMapping<Field extends string>(
  fields: readonly Field[],
  mapping: Mapping<Field>,
  columns: readonly string[],
  others: Readonly<Record<string, FailureMessage>> = {},
): void {
  const missing = fields.flatMap((field): [string, FailureMessage][] => {
    const name = mapping[field];
    return name === null || columns.includes(name)
      ? []
      : [[`mapping.${field}`, { key: 'noSuchColumn', params: { name } }]];
  });
  const wrong = { ...Object.fromEntries(missing), ...others };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
}

/** Returns a function that reads the cell of a field; empty without a column. */
export function cellReader<Field extends string>({
  columns,
  mapping,
}: Pick<TableFile, 'columns'> & { readonly mapping: Mapping<Field> }) {
  return ({ cells }: Pick<TableRow, 'cells'>, field: Field): string => {
    const name = mapping[field];
    return name === null ? '' : (cells[columns.indexOf(name)] ?? '');
  };
}
