import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CustomMeasureUnit, isEnumValue } from '../../../../shared/catalog';
import { customIdOf, customName, measuresIn, unitOfCustom } from '../../../../shared/catalog/custom-measure';
import { useCustomMeasuresQuery, type CustomMeasureFieldsFragment } from '../../generated/graphql';
import { useRight } from '../../session/use-right';
import { ownFigureOf } from './answer';
import { mediaMark } from './measure-columns';
import type { ReportChart, ReportColumn } from './types';

/** Ratios of one's own as a report shows them: like measures of the catalogue. */
export interface OwnRatios {
  readonly columns: readonly ReportColumn[];
  readonly charts: readonly ReportChart[];
}

const NONE: OwnRatios = { columns: [], charts: [] };
/** As many as there are: 30 of one's own and 30 shared ones at most. */
export const ALL_RATIOS = 60;

function ownColumn(
  { id, title, numerators, denominator, unit, decimals }: CustomMeasureFieldsFragment,
  t: TFunction,
): ReportColumn[] {
  if (!isEnumValue(CustomMeasureUnit, unit)) return [];
  const words = (names: string): string =>
    measuresIn(names)
      .map((key) => t(`measures.${key}.label`))
      .join(' + ');
  const above = words(numerators);
  return [
    {
      key: customName(id),
      title,
      unit: unitOfCustom(unit),
      decimals,
      direction: 'neutral',
      definition: t('report.ownRatio'),
      formula: `${above.includes(' + ') ? `(${above})` : above} ÷ ${words(denominator)}`,
      group: t('report.columnGroups.own'),
      value: (row) => ownFigureOf(row, id),
      ...mediaMark([...measuresIn(numerators), ...measuresIn(denominator)], t),
    },
  ];
}

/** The ratios that the user defined or the company shares. */
export function useOwnRatios(): OwnRatios {
  const { t } = useTranslation();
  const skip = useRight('custom_measures') === 'none';
  const { data } = useCustomMeasuresQuery({
    variables: { page: 1, pageSize: ALL_RATIOS },
    skip,
    fetchPolicy: 'cache-and-network',
  });
  const rows = data?.customMeasures.results;
  return useMemo(() => {
    if (!rows || rows.length === 0) return NONE;
    const columns = rows.flatMap((row) => ownColumn(row, t));
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

/** Whether a report shows any of them: as a column, its order or its chart. */
export const showsOwnRatio = ({
  columns,
  sort,
  chart,
}: {
  columns: readonly string[] | undefined;
  sort: { key: string };
  chart: string | undefined;
}): boolean => [...(columns ?? []), sort.key, chart ?? ''].some((name) => customIdOf(name) !== null);
