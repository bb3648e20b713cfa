import type { TFunction } from 'i18next';
import { isAdditive, measureName, measureOf, type MeasureKey } from '../../../../shared/catalog';
import { metricValue } from './answer';
import { rankBy } from './measure-columns';
import type { ReportChart } from './types';

/** Returns one chart per measure, in the primary colour. */
export function measureCharts(keys: readonly MeasureKey[], t: TFunction): ReportChart[] {
  return keys.map((key) => {
    const label = t(`measures.${key}.label`);
    const name = measureName(key);
    return {
      key: name,
      label,
      unit: measureOf(key).unit,
      additive: isAdditive(key),
      series: [
        { key: name, label, colour: 'primary', value: (row) => metricValue(row, key), rank: rankBy(key) },
      ],
    };
  });
}
