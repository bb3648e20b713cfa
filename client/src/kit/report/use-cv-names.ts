import { useMemo } from 'react';
import { cvNames } from '../../../../shared/catalog';
import { useCvNamesQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { useRight } from '../../session/use-right';
import type { ReportColumn } from './types';

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The conversions' names, for those who may see the settings. */
export function useCvNames(): ReadonlyMap<string, string> {
  const skip = useRight('cv_settings') === 'none';
  const { data } = useCvNamesQuery({ variables: { productId: useProductId() }, skip, fetchPolicy: 'cache-first' });
  return useMemo(() => (data ? cvNames(data.cvSettings.results) : NO_NAMES), [data]);
}

/** Columns under the names of the product's own conversions. */
export const withCvNames = (columns: readonly ReportColumn[], names: ReadonlyMap<string, string>): ReportColumn[] =>
  columns.map((column) => {
    const name = names.get(column.key);
    return name ? { ...column, title: name, longTitle: `${name}（${column.title}）` } : column;
  });
