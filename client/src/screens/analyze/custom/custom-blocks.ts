import type { TFunction } from 'i18next';
import { isAdditive, measureName, type MeasureKey } from '../../../../../shared/catalog';
import { figureOf } from '../../../kit/report/answer';
import type { CompositionPart } from '../../../kit/report/composition';
import type { ReportRow } from '../../../kit/report/answer';
import { measureCharts } from '../../../kit/report/measure-charts';
import { measureColumn } from '../../../kit/report/measure-columns';
import type { ReportBlock } from '../../../kit/report/types';

/** Bars of a composition at most. */
const MOST_PARTS = 6;

/**
 * The views of a custom item by the chart that was chosen for it. What its columns don't allow (parts of no whole, points
 * without two figures) is drawn as bars, and so is a chart of an earlier version.
 */
export function customBlocks(chart: string | null, keys: readonly MeasureKey[], t: TFunction): ReportBlock[] {
  const [x, y, size] = keys;
  const parts = keys.filter(isAdditive).map((key): CompositionPart<ReportRow> => ({ key: measureName(key), label: t(`measures.${key}.label`), value: (row) => figureOf(row, key) }));
  const negative = t('settings.custom.notComposable');
  if (chart === 'none' || !x) return [];
  if (chart === 'scatter' && y) {
    return [
      {
        kind: 'scatter',
        title: t('settings.custom.scatterOf', { x: t(`measures.${x}.label`), y: t(`measures.${y}.label`) }),
        hint: size ? t('settings.custom.scatterHint', { size: t(`measures.${size}.label`) }) : '',
        x: measureColumn(x, t),
        y: measureColumn(y, t),
        size: measureColumn(size ?? y, t),
      },
    ];
  }
  if (chart === 'stacked' && parts.length > 0) return [{ kind: 'composition', title: t('settings.custom.compositions'), hint: '', negative, parts: parts.slice(0, MOST_PARTS) }];
  if (chart === 'pie' && parts.length > 0) return [{ kind: 'donut', title: (measure) => t('settings.custom.compositionOf', { measure }), negative, parts }];
  return [{ kind: 'bar', charts: measureCharts(keys, t) }];
}
