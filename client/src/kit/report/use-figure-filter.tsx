import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FIGURE_FILTER, measureKeys, parseCustomMeasureId } from '../../../../shared/catalog';
import type { FilterField } from '../filter/filter-bar';
import { FigureConditions, figureChips, type FigureColumn } from '../filter/figure-conditions';
import { measureColumn } from './measure-columns';
import type { ReportColumn } from './types';

/** Measures that conditions are set on most, first in the list. */
const FIRST: readonly string[] = [
  'cv_total_final',
  'ad_cost',
  'cpa',
  'amount_sum',
  'roas',
  'ad_click_count',
  'cvr',
  'attr_cv',
  'attr_cpa',
  'attr_roas',
];

const NONE: readonly ReportColumn[] = [];

const placeOf = ({ key }: FigureColumn): number => {
  const place = FIRST.indexOf(key);
  return place < 0 ? FIRST.length : place;
};

/** Returns the measures for conditions, with the names of the report's columns and its custom measures. */
export function useFigureColumns(columns: readonly ReportColumn[] = NONE): FigureColumn[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const named = new Map(columns.map((column) => [column.key, column]));
    const measures = measureKeys.map((key): FigureColumn => {
      const column = measureColumn(key, t);
      const own = named.get(column.key);
      return { ...column, title: own?.measure === key && own.band === undefined ? own.title : column.title };
    });
    const custom = columns.filter(({ key }) => parseCustomMeasureId(key) !== null);
    return [...measures, ...custom].sort((a, b) => placeOf(a) - placeOf(b));
  }, [columns, t]);
}

/** Returns the filter on metric values: its field in the picker, and a chip for each condition. */
export function useFigureFilter(
  conditions: readonly string[],
  columns?: readonly ReportColumn[],
): { field: FilterField; chips: ReturnType<typeof figureChips> } {
  const { t } = useTranslation();
  const known = useFigureColumns(columns);
  return useMemo(
    () => ({
      field: {
        name: FIGURE_FILTER,
        label: t('report.figureFilter'),
        choices: [],
        panel: (props) => <FigureConditions columns={known} {...props} />,
      },
      chips: figureChips(conditions, known, t),
    }),
    [conditions, known, t],
  );
}
