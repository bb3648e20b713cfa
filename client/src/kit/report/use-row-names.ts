import { useMemo, useCallback } from 'react';
import { axisOf, cvNames, type AxisKey } from '../../../../shared/catalog';
import { useCvNamesQuery } from '../../generated/graphql';
import { withAside } from '../../i18n/punctuation';
import { useProductId } from '../../session/session-context';
import { useRight } from '../../session/rights';
import type { ReportColumn } from './types';
import { useTranslation } from 'react-i18next';
import { isWithoutAd, joinedIn, rowOnAxis, type ReportRow } from './answer';

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

/** Returns a function that translates device names. */
export function useDeviceLabel(): (name: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (name) => {
      const key = name.toUpperCase();
      return key === 'PC' || key === 'SMARTPHONE' || key === 'TABLET'
        ? t(`enums.Device.${key}`)
        : t('enums.Device.OTHER');
    },
    [t],
  );
}

export interface RowNames {
  /** Name of a row on one axis. */
  on(row: ReportRow, axis: AxisKey): string;
  /** Attribute of the row; null if it has no single ad. */
  attribute(row: ReportRow, axis: AxisKey): string | null;
  /** Name over all axes. */
  whole(row: ReportRow, axes: readonly AxisKey[]): string;
}

/** Returns the names of rows, with labels for direct CVs and for ads without the attribute. */
export function useRowNames(): RowNames {
  const { t } = useTranslation();
  const deviceLabel = useDeviceLabel();
  const on = useCallback(
    (row: ReportRow, axis: AxisKey): string => {
      const joined = joinedIn(row);
      if (joined !== null) return t('report.rest', { count: joined });
      const { label } = rowOnAxis(row, axis);
      if (label !== null) return axis === 'device' ? deviceLabel(label) : label;
      return isWithoutAd(row) ? t('report.noAd') : t(axisOf(axis).live ? 'report.unknown' : 'report.unset');
    },
    [t, deviceLabel],
  );
  const attribute = useCallback(
    (row: ReportRow, axis: AxisKey): string | null => {
      if (joinedIn(row) !== null || isWithoutAd(row)) return null;
      // A row that names no device is for all devices.
      if (axis === 'device') return rowOnAxis(row, axis).label === null ? t('common.all') : on(row, axis);
      return rowOnAxis(row, 'ad').id === null ? null : on(row, axis);
    },
    [on, t],
  );
  const whole = useCallback(
    (row: ReportRow, axes: readonly AxisKey[]): string =>
      (joinedIn(row) === null ? axes : axes.slice(0, 1)).map((axis) => on(row, axis)).join(' / '),
    [on],
  );
  return useMemo(() => ({ on, attribute, whole }), [on, attribute, whole]);
}
