import {
  AttributionModel,
  attributionPairs,
  baseKeysOf,
  compareCredit,
  isAttributedMeasure,
  measureName,
  measureOf,
  type AttributionPair,
  type BaseValues,
  type MeasureUnit,
} from '../../../shared/catalog';
import { entriesOf } from '../../../shared/records';
import { texts } from '../../../shared/i18n';
import { compileMetrics } from '../compile-measures';
import type { ModelCredit } from '../input';
import type { Column } from '../report/columns';
import { CUSTOM_MEASURE_VALUES } from '../report/custom-measures';
import { plainReport } from '../report/read-report';
import type { Extension, Part, Report } from '../report/report';
import { TARGET_FIELDS, targetColumns, targetExtension, targetFileColumns } from '../report/targets';
import type { ReportRequest } from '../report/request';

const modelsByName = entriesOf(AttributionModel);
const models = modelsByName.map(([, model]) => model);

const PAIR: Part = {
  type: 'AttributionPair',
  fields: { normal: 'float?', attributed: 'float?', difference: 'float?', ratio: 'float?' },
};
const CREDIT: Part = {
  type: 'ModelCredit',
  fields: { attributionModel: 'int', figures: 'figures', previous: 'figures?' },
  list: true,
};

/** Attributed conversions are fractions, so their difference is no count. */
const differenceUnit = (normal: AttributionPair['normal']): MeasureUnit => {
  const { unit } = measureOf(normal);
  return unit === 'count' ? 'number' : unit;
};

/** `cpa_diff` and `cpa_ratio`: attributed - normal, attributed / normal. */
const pairColumns = ({ normal, attributed }: AttributionPair): Column[] =>
  (
    [
      ['diff', 'difference'],
      ['ratio', 'ratio'],
    ] as const
  ).map(([end, part]) => ({
    name: `${measureName(normal)}_${end}`,
    fields: [`${normal}.${part}`],
    value: (row) => row[normal]?.[part],
    title: (locale) => `${texts[locale].measures[normal].label} ${texts[locale].report[part]}`,
    ...(part === 'ratio' ? { unit: 'ratio' } : { unit: differenceUnit(normal), difference: true }),
    ...(part === 'difference' &&
      isAttributedMeasure(attributed) && {
        comparedWith: {
          part: (row) => row[normal]?.attributed ?? null,
          of: (row) => row[normal]?.normal ?? null,
        },
      }),
  }));

/** `cpa_ratio_previous`: the ratio of the comparison days. */
const ratioBefore = ({ normal, attributed }: AttributionPair): Column => ({
  name: `${measureName(normal)}_ratio_previous`,
  fields: [`previous.${normal}`, `previous.${attributed}`],
  value: ({ previous }) => previous && compareCredit(previous[normal], previous[attributed]).ratio,
  title: (locale) =>
    `${texts[locale].measures[normal].label} ${texts[locale].report.ratio} ${texts[locale].report.compared}`,
  unit: 'ratio',
});

/**
 * `attr_cv_model_2`: attr_cv by decay, independent of the requested model. `attr_cv_model_2_previous`: the
 * same for the comparison days.
 */
const modelColumns = ({ attributed }: AttributionPair): Column[] =>
  modelsByName.flatMap(([modelName, model]) =>
    (['figures', 'previous'] as const).map((of): Column => ({
      name: `${measureName(attributed)}_model_${model}${of === 'previous' ? '_previous' : ''}`,
      fields: [`models.${of}.${attributed}`],
      value: (row) =>
        row.models?.find((credit) => credit.attributionModel === model)?.[of]?.[attributed] ?? null,
      title: (locale) => {
        const { measures, enums, report } = texts[locale];
        return [
          measures[attributed].label,
          enums.AttributionModel[modelName],
          ...(of === 'previous' ? [report.compared] : []),
        ].join(' ');
      },
      unit: measureOf(attributed).unit,
      ...(isAttributedMeasure(attributed) && { parts: true }),
    })),
  );

/** Adds attributed beside normal values, and all models side by side, as requested. */
function extensionOf({ requestedFields }: ReportRequest): Extension {
  const pairs = attributionPairs.filter(({ normal }) => requestedFields.has(normal));
  const credits = requestedFields.measures('models.figures');
  const creditsBefore = requestedFields.measures('models.previous');
  const makers = requestedFields.has('models')
    ? models.map((one) => ({
        attributionModel: one,
        now: compileMetrics(credits, one),
        before: compileMetrics(creditsBefore, one),
      }))
    : null;
  const creditOf = (sums: BaseValues, before: BaseValues | null | undefined): ModelCredit[] | undefined =>
    makers?.map((make) => {
      const credit: ModelCredit = { attributionModel: make.attributionModel, figures: make.now(sums) };
      if (before !== undefined) credit.previous = before && make.before(before);
      return credit;
    });
  return {
    measures: pairs.flatMap(({ normal, attributed }) => [normal, attributed]),
    keys: makers ? models.flatMap((one) => baseKeysOf([...credits, ...creditsBefore], one)) : [],
    extend(row, sums, before) {
      for (const { normal, attributed } of pairs)
        row[normal] = compareCredit(row.figures[normal], row.figures[attributed]);
      const credit = creditOf(sums, before);
      if (credit) row.models = credit;
    },
  };
}

/** Attribution: metrics by last touch beside metrics shared over the whole path by a model. */
export const attributions: Report = {
  ...plainReport,
  row: 'AttributionRow',
  comparison: true,
  args: { targets: 'bool' },
  fields: {
    ...Object.fromEntries(attributionPairs.map(({ normal }) => [normal, PAIR])),
    models: CREDIT,
    customFigures: CUSTOM_MEASURE_VALUES,
    ...TARGET_FIELDS,
  },
  columns: attributionPairs.flatMap(pairColumns),
  argumentColumns: targetColumns,
  extraColumns: [
    ...attributionPairs.flatMap((pair) => [ratioBefore(pair), ...modelColumns(pair)]),
    ...targetFileColumns,
  ],
  async extension(context) {
    const own = extensionOf(context.request);
    const targets = await targetExtension(context);
    if (!targets) return own;
    return {
      ...targets,
      measures: [...own.measures, ...targets.measures],
      keys: own.keys,
      extend(...row) {
        own.extend(...row);
        targets.extend(...row);
      },
    };
  },
};
