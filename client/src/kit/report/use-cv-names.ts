import { useMemo } from 'react';
import { cvNames } from '../../../../shared/catalog';
import { useCvNamesQuery } from '../../generated/graphql';
import { withAside } from '../../i18n/punctuation';
import { useProductId } from '../../session/session-context';
import { useRight } from '../../session/use-right';
import type { ReportColumn } from './types';

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/**
 * Returns the conversion names by measure key, if the user may see the settings.
 * @param enabled whether to query them
 */
export function useCvNames(enabled = true): ReadonlyMap<string, string> {
  const skip = useRight('cv_settings') === 'none' || !enabled;
  const { data } = useCvNamesQuery({
    variables: { productId: useProductId() },
    skip,
    fetchPolicy: 'cache-first',
  });
  return useMemo(() => (data ? cvNames(data.cvSettings.results) : NO_NAMES), [data]);
}

/** Returns the columns with the names of the product's conversions. */
export const withCvNames = (
  columns: readonly ReportColumn[],
  names: ReadonlyMap<string, string>,
): ReportColumn[] =>
  columns.map((column) => {
    const name = names.get(column.key);
    return name ? { ...column, title: name, longTitle: withAside(name, column.title) } : column;
  });
