import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CustomMeasureUnit, isEnumValue } from '../../../../shared/catalog';
import {
  parseCustomMeasureId,
  customMeasureName,
  parseMeasureNames,
  customMeasureUnit,
} from '../../../../shared/catalog/evaluate';
import { useCustomMeasuresQuery, type CustomMeasureFieldsFragment } from '../../generated/graphql';
import { useRight } from '../../session/rights';
import { customMeasureValue } from './answer';
import { mediaMark } from './measure-columns';
import type { ReportChart, ReportColumn } from './types';

/** Custom measures in the form of catalogue measures. */
export interface CustomMeasures {
  readonly columns: readonly ReportColumn[];
  readonly charts: readonly ReportChart[];
}

const NONE: CustomMeasures = { columns: [], charts: [] };
/** Maximum number: 30 of the user and 30 shared ones. */
export const MAX_CUSTOM_MEASURES = 60;

function customMeasureColumn(
  { id, title, numerators, denominator, unit, decimals }: CustomMeasureFieldsFragment,
  t: TFunction,
): ReportColumn[] {
  if (!isEnumValue(CustomMeasureUnit, unit)) return [];
  const words = (names: string): string =>
    parseMeasureNames(names)
      .map((key) => t(`measures.${key}.label`))
      .join(' + ');
  const above = words(numerators);
  return [
    {
      key: customMeasureName(id),
      title,
      unit: customMeasureUnit(unit),
      decimals,
      direction: 'neutral',
      definition: t('report.customMeasure'),
      formula: `${above.includes(' + ') ? `(${above})` : above} ÷ ${words(denominator)}`,
      group: t('report.columnGroups.own'),
      value: (row) => customMeasureValue(row, id),
      ...mediaMark([...parseMeasureNames(numerators), ...parseMeasureNames(denominator)], t),
    },
  ];
}

/** Returns the custom measures that the user defined or the company shares. */
export function useCustomMeasures(): CustomMeasures {
  const { t } = useTranslation();
  const skip = useRight('custom_measures') === 'none';
  const { data } = useCustomMeasuresQuery({
    variables: { page: 1, pageSize: MAX_CUSTOM_MEASURES },
    skip,
    fetchPolicy: 'cache-and-network',
  });
  const rows = data?.customMeasures.results;
  return useMemo(() => {
    if (!rows || rows.length === 0) return NONE;
    const columns = rows.flatMap((row) => customMeasureColumn(row, t));
    const charts = columns.map(({ key, title, unit, value }): ReportChart => ({
      key,
      label: title,
      unit,
      additive: false,
      series: [{ key, label: title, colour: 'primary', value }],
    }));
    return { columns, charts };
  }, [rows, t]);
}

/** Returns whether a report uses a custom measure as a column, its sort key or its chart. */
export const showsCustomMeasure = ({
  columns,
  sort,
  chart,
}: {
  columns: readonly string[] | undefined;
  sort: { key: string };
  chart: string | undefined;
}): boolean =>
  [...(columns ?? []), sort.key, chart ?? ''].some((name) => parseCustomMeasureId(name) !== null);
