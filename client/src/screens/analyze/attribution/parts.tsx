import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AttributionPair,
  attributionPairs,
  isAdditive,
  type MeasureKey,
  measureName,
  measureOf,
  AttributionModel,
} from '../../../../../shared/catalog';
import { EvaluationChoice, ModelChoice } from '../../../kit/report/report-filters';
import { metricValue, type ReportData, metricValueUnderModel } from '../../../kit/report/answer';
import { measureColumn, rankBy, mediaMark } from '../../../kit/report/measure-columns';
import { useCustomMeasures } from '../../../kit/report/custom-measures';
import type { ReportParts } from '../../../kit/report/report-screen';
import type { ColumnPreset, ReportBlock, ReportChart, ReportColumn } from '../../../kit/report/types';
import type { ReportControls } from '../../../kit/report/use-report-state';
import type { BlockProps } from '../../../kit/report/report-blocks';
import { itemLabel, pairColumns } from './pair-columns';
import { RangeBlock, showsDifference, SideChoice, addUpToWhole, modelSums } from './range-block';
import { enumLabel } from '../../../kit/enum-label';
import { metricText } from '../../../kit/table/number-cell';
import styles from './range-block.module.css';
import type { TFunction } from 'i18next';
import { entriesOf } from '../../../../../shared/records';
import { MODEL_SERIES } from '../../../theme/tokens';

type ModelName = keyof typeof AttributionModel;
const MODELS = entriesOf(AttributionModel);

const modelLabel = (name: ModelName, t: TFunction): string => t(`enums.AttributionModel.${name}`);

/** Key of the column for one model. */
const modelKey = (pair: AttributionPair, model: AttributionModel): string =>
  `${measureName(pair.attributed)}_model_${model}`;

/** Columns of one comparison: the normal value and all models. */
function modelColumns(pair: AttributionPair, t: TFunction): ReportColumn[] {
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

/** States that every model distributes the same total, and shows the sum of the rows under each model. */
function SumsLine({ pair, data }: { pair: AttributionPair; data: ReportData }) {
  const { t } = useTranslation();
  const { rows, total, onTopOf } = data;
  const sums = useMemo(
    () => (rows && onTopOf === undefined ? modelSums(rows, pair.attributed) : undefined),
    [rows, onTopOf, pair],
  );
  const whole = total && metricValue(total, pair.normal);
  if (!sums || whole == null)
    return <div className={`ic-row ic-wrap ic-line-top ic-caption ic-figures ${styles.sums}`} />;
  const { unit } = measureOf(pair.attributed);
  const actual = metricText(whole, { unit: measureOf(pair.normal).unit, showZero: true });
  return (
    <div
      className={`ic-row ic-wrap ic-line-top ic-caption ic-figures ${styles.sums}`}
      role="note"
      aria-label={t('attribution.sumsTitle')}
    >
      <span>
        {t(addUpToWhole(sums, whole) ? 'attribution.equal' : 'attribution.unequal', {
          measure: t(`measures.${pair.normal}.label`),
          actual,
        })}
      </span>
      <ul className="ic-flex ic-wrap ic-list ic-gap-4-12">
        {sums.map(({ model, sum }) => (
          <li key={model}>
            {t('attribution.sum', {
              model: enumLabel(t, 'AttributionModel', model),
              sum: metricText(sum, { unit, showZero: true }),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

const KEY_METRICS: readonly MeasureKey[] = [
  'cvTotalFinal',
  'amountSum',
  'adCost',
  'indirectTotal',
  'indirectRatio',
  'adTouchAvg',
  'averageLatency',
];
/** Measures that both views can show next to the comparisons. */
const BESIDE: readonly MeasureKey[] = [
  'adClickCount',
  'firstTouchCount',
  'adCost',
  'indirectTotal',
  'adTouchAvg',
  'averageLatency',
];

const MODELS_VIEW = 'models';

/** Preset of all comparisons. */
export const ALL_ITEM = 'all';

/** Columns, presets and charts of the attribution report for the current view. */
export function useAttributionParts(controls: ReportControls, data: ReportData): ReportParts {
  const { t } = useTranslation();
  const models = controls.state.view === MODELS_VIEW;
  const ratios = useCustomMeasures();
  const parts = useMemo(() => {
    const columnsOf = (pair: AttributionPair): ReportColumn[] =>
      models ? modelColumns(pair, t) : pairColumns(pair, t);
    const presets: ColumnPreset[] = attributionPairs.map((pair) => ({
      value: String(pair.item),
      label: itemLabel(pair.item, t),
      columns: columnsOf(pair).map(({ key }) => key),
    }));
    const charts: ReportChart[] = attributionPairs.map((pair) => ({
      key: measureName(pair.normal),
      label: itemLabel(pair.item, t),
      unit: measureOf(pair.attributed).unit,
      additive: isAdditive(pair.normal),
      series: [
        {
          key: measureName(pair.normal),
          label: t('report.normal'),
          colour: 'normal',
          value: (row) => metricValue(row, pair.normal),
          rank: rankBy(pair.attributed) ?? ((row) => metricValue(row, pair.attributed)),
        },
        {
          key: measureName(pair.attributed),
          label: t('report.attributed'),
          colour: 'primary',
          value: (row) => metricValue(row, pair.attributed),
        },
      ],
    }));
    return {
      columns: [
        ...attributionPairs.flatMap(columnsOf),
        ...BESIDE.map((key) => measureColumn(key, t)),
        ...ratios.columns,
      ],
      presets: [
        ...presets,
        {
          value: ALL_ITEM,
          label: t('common.all'),
          columns: attributionPairs.flatMap((pair) => columnsOf(pair).map(({ key }) => key)),
        },
      ],
      charts: [...charts, ...ratios.charts],
      keyMetrics: KEY_METRICS.map((key) => measureColumn(key, t)),
    };
  }, [models, t, ratios]);

  const { item } = controls.state;
  const chosen = attributionPairs.find((pair) => String(pair.item) === item) ?? attributionPairs[0];
  const charts = [...parts.charts].sort(
    (a, b) => Number(b.key === measureName(chosen.normal)) - Number(a.key === measureName(chosen.normal)),
  );
  const difference = parts.columns.find(({ key }) => key === `${measureName(chosen.normal)}_diff`);
  const beside = models || !difference || !showsDifference(controls);
  // Bars of six models are readable for a few rows only: the range plot takes their place.
  const blocks: ReportBlock[] = [
    ...(models ? [] : [{ kind: 'bar' as const, charts }]),
    ...(beside
      ? [
          {
            kind: 'own' as const,
            render: (props: BlockProps) => (
              <RangeBlock
                {...props}
                pair={chosen}
                model={data.model}
                choice={difference !== undefined}
                whole={models}
              />
            ),
          },
        ]
      : [
          {
            kind: 'difference' as const,
            title: t('report.differenceOf', { item: itemLabel(chosen.item, t) }),
            hint: t('report.differenceHint'),
            extra: <SideChoice controls={controls} />,
            column: difference,
          },
        ]),
  ];
  // Means and rates have no shares of a whole; conversions replace them.
  const summed = isAdditive(chosen.normal) ? chosen : attributionPairs[0];
  const { columns, presets, keyMetrics } = parts;
  return {
    columns,
    presets,
    keyMetrics,
    blocks,
    bar: (
      <>
        <ModelChoice controls={controls} used={data.model} disabled={models} />
        <EvaluationChoice controls={controls} used={data.evaluation} />
      </>
    ),
    tableBar: <ViewChoice controls={controls} />,
    tableNote: <SumsLine pair={summed} data={data} />,
  };
}

/** Switches between the comparison and all models side by side. */
function ViewChoice({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  return (
    <Segmented
      aria-label={t('report.view')}
      value={controls.state.view ?? 'compare'}
      options={[
        { value: 'compare', label: t('report.viewCompare') },
        { value: MODELS_VIEW, label: t('report.viewModels') },
      ]}
      onChange={(view) => controls.set({ view: view === 'compare' ? null : view, cols: null })}
    />
  );
}
