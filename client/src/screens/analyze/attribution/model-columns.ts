import type { TFunction } from 'i18next';
import {
  AttributionModel,
  measureName,
  measureOf,
  type AttributionPair,
} from '../../../../../shared/catalog';
import { entriesOf } from '../../../../../shared/records';
import { metricValueUnderModel } from '../../../kit/report/answer';
import { measureColumn, mediaMark } from '../../../kit/report/measure-columns';
import type { ChartSeries, ReportColumn } from '../../../kit/report/types';
import { MODEL_SERIES } from '../../../theme/tokens';
import { itemLabel } from './pair-columns';

export type ModelName = keyof typeof AttributionModel;
const MODELS = entriesOf(AttributionModel);

const modelLabel = (name: ModelName, t: TFunction): string => t(`enums.AttributionModel.${name}`);

/** Key of the column for one model. */
const modelKey = (pair: AttributionPair, model: AttributionModel): string =>
  `${measureName(pair.attributed)}_model_${model}`;

/** Columns of one comparison: the normal value and all five models. */
export function modelColumns(pair: AttributionPair, t: TFunction): ReportColumn[] {
  const band = itemLabel(pair.item, t);
  const { unit, direction } = measureOf(pair.attributed);
  return [
    {
      ...measureColumn(pair.normal, t),
      title: t('report.normal'),
      longTitle: `${band} ${t('report.normal')}`,
      band,
      group: band,
    },
    ...MODELS.map(([name, model]): ReportColumn => ({
      key: modelKey(pair, model),
      measure: pair.attributed,
      model,
      title: modelLabel(name, t),
      longTitle: `${band} ${modelLabel(name, t)}`,
      band,
      group: band,
      unit,
      direction,
      definition: t(`report.modelHints.${name}`),
      formula: t(`measures.${pair.attributed}.formula`),
      colourIndex: MODEL_SERIES[model],
      value: (row) => metricValueUnderModel(row, model, pair.attributed),
      base: (row) => metricValueUnderModel(row, model, 'attrCv'),
      ...mediaMark([pair.attributed], t),
    })),
  ];
}

/** The models as chart series, each in its fixed colour. */
export function modelSeries(pair: AttributionPair, t: TFunction): ChartSeries[] {
  return MODELS.map(([name, model]) => ({
    key: modelKey(pair, model),
    label: modelLabel(name, t),
    colour: MODEL_SERIES[model] ?? 'primary',
    value: (row) => metricValueUnderModel(row, model, pair.attributed),
  }));
}
