import type { TFunction } from 'i18next';
import { isAdditive } from '../../../../../shared/catalog';
import type { CompositionPart } from '../../../kit/report/composition';
import type { ReportRow } from '../../../kit/report/answer';
import { measureCharts } from '../../../kit/report/measure-charts';
import type { ReportBlock, ReportChart, ReportColumn } from '../../../kit/report/types';

/** Maximum number of bars in a composition. */
const MAX_PARTS = 6;

/**
 * Views of a custom item for its chart type. Falls back to bars if the columns don't allow the chart (shares
 * without a whole, points without two measures) or it is from an earlier version.
 * @param ratios charts of custom measures
 */
export function customBlocks(
  chart: string | null,
  columns: readonly ReportColumn[],
  ratios: readonly ReportChart[],
  t: TFunction,
): ReportBlock[] {
  const [x, y, size] = columns;
  const parts = columns.flatMap(({ key, title, measure, value }): CompositionPart<ReportRow>[] =>
    measure && isAdditive(measure) ? [{ key, label: title, value }] : [],
  );
  const negative = t('settings.custom.notComposable');
  if (chart === 'none' || !x) return [];
  if (chart === 'scatter' && y) {
    return [
      {
        kind: 'scatter',
        title: t('settings.custom.scatterOf', { x: x.title, y: y.title }),
        hint: size ? t('settings.custom.scatterHint', { size: size.title }) : '',
        x,
        y,
        size: size ?? y,
      },
    ];
  }
  if (chart === 'stacked' && parts.length > 0)
    return [
      {
        kind: 'composition',
        title: t('settings.custom.compositions'),
        hint: '',
        negative,
        parts: parts.slice(0, MAX_PARTS),
      },
    ];
  if (chart === 'pie' && parts.length > 0)
    return [
      { kind: 'donut', title: (measure) => t('settings.custom.compositionOf', { measure }), negative, parts },
    ];
  const charts = columns.flatMap(({ key, measure }) =>
    measure ? measureCharts([measure], t) : ratios.filter((one) => one.key === key),
  );
  return [{ kind: 'bar', charts }];
}
