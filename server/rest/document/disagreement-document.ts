import {
  AttributionModel,
  axes,
  enumName,
  isAxisKey,
  NewAndExistingEvaluation,
  type AxisKey,
} from '../../../shared/catalog';
import { dayOf } from '../../../shared/domain/calendar';
import { formatDay, formatMeasure, punctuation, yenAffixes } from '../../../shared/format';
import { texts, translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { isKeyOf, recordsIn, type UnknownRecord } from '../../../shared/records';
import { MODEL_KEYS, type Disagreement, type DisagreementInput } from '../../analysis';
import type { Cell } from '../../export/csv';
import type { ApiContext } from '../../services/context';
import type { ExportTable } from '../downloads';
import { snake } from '../mapper';
import { fileNameOf, filtersOf, headingOf } from './create-report-document';
import { namesOf } from './field-words';

type Unit = 'credit' | 'yen' | 'ratio' | null;

interface MapColumn {
  /** REST name. */
  readonly name: string;
  /** Label in documents, without its unit; null: only in data. */
  readonly title: string | null;
  readonly unit: Unit;
  readonly value: (row: UnknownRecord) => unknown;
  /** Words in documents instead of the value. */
  readonly words?: (row: UnknownRecord) => string | null;
}

/** Returns the label of a model by its field, `attr_1` or `markov_1`. */
function modelTitle(key: string, locale: Locale): string {
  const [kind, number] = key.split('_');
  if (kind === 'markov') return translator(locale)('disagreement.markov', { order: Number(number) });
  const name = enumName(AttributionModel, Number(number));
  return name ? texts[locale].enums.AttributionModel[name] : key;
}

const figureOf = (row: UnknownRecord, model: string, figure: string): unknown =>
  recordsIn(row.models).find((one) => one.model === model)?.[figure];

/** Returns the smallest or largest value of a figure over the models. */
function endOf(row: UnknownRecord, figure: string, end: 'min' | 'max'): number | null {
  const values = recordsIn(row.models).flatMap(({ [figure]: value }) =>
    typeof value === 'number' ? [value] : [],
  );
  return values.length === 0 ? null : Math[end](...values);
}

/** Returns the columns of the map: first those of the table on the screen, then each model. */
function mapColumns(axis: AxisKey, measure: string, locale: Locale): MapColumn[] {
  const { report, disagreement, experiment } = texts[locale];
  const { column, file, decision_cv: decisions } = disagreement;
  const { aside } = punctuation[locale];
  const ofAmount = measure === 'amount';
  const credit: Unit = ofAmount ? 'yen' : 'credit';
  const [creditTitle, ratioTitle] = ofAmount
    ? [column.credit_amount, column.ratio_amount]
    : [column.credit_cv, column.ratio_cv];
  const { idKey, key } = axes[axis];
  const models = MODEL_KEYS.map((model) => ({ model, title: modelTitle(model, locale) }));
  const field = (name: string, title: string | null, unit: Unit = null): MapColumn => ({
    ...{ name: snake(name), title, unit, value: (row) => row[name] },
  });
  const ends = (figure: string, title: string | null, unit: Unit): MapColumn[] =>
    (['min', 'max'] as const).map((end) => ({
      name: `${figure}_${end}`,
      title: title && aside(title, file[end]),
      unit,
      value: (row) => endOf(row, figure, end),
    }));
  const perModel = (figure: string, title: string | null, unit: Unit): MapColumn[] =>
    models.map(({ model, title: ofModel }) => ({
      name: `${figure}_${model}`,
      title: title && aside(title, ofModel),
      unit,
      value: (row) => figureOf(row, model, figure),
    }));
  return [
    field(idKey ?? key, null),
    {
      ...field(key, report.axes[axis]),
      words: (row) =>
        row.noAd ? report.noAd : row.others ? disagreement.others : String(row[key] ?? report.unset),
    },
    field('noAd', null),
    field('others', null),
    field('min', aside(creditTitle, file.min), credit),
    field('max', aside(creditTitle, file.max), credit),
    field('spread', column.spread, 'ratio'),
    ...ends('cpa', ofAmount ? null : ratioTitle, 'yen'),
    ...ends('roas', ofAmount ? ratioTitle : null, 'ratio'),
    ...ends('profit', column.profit, 'yen'),
    field('targetCpa', ofAmount ? null : column.target, 'yen'),
    {
      ...field('decision', ofAmount ? null : column.decision),
      words: ({ noAd, decision }) =>
        !noAd && typeof decision === 'string' && isKeyOf(decisions, decision) ? decisions[decision] : null,
    },
    field('distinctShare', column.distinctShare, 'ratio'),
    field('adCost', column.cost, 'yen'),
    ...models.map(({ model, title }) => field(model, aside(creditTitle, title), credit)),
    field('markov_1_low', aside(creditTitle, file.low), credit),
    field('markov_1_high', aside(creditTitle, file.high), credit),
    field('measured', experiment.measured, credit),
    field('measured_low', aside(experiment.measured, file.low), credit),
    field('measured_high', aside(experiment.measured, file.high), credit),
    field('markov_1_effect', null),
    field('exact_set', null),
    ...perModel('cpa', ofAmount ? null : ratioTitle, 'yen'),
    ...perModel('roas', ofAmount ? ratioTitle : null, 'ratio'),
    ...perModel('profit', column.profit, 'yen'),
  ];
}

/** Returns the REST names of all columns. */
export const disagreementColumns = ({ axis, measure }: DisagreementInput): string[] =>
  mapColumns(axis, measure, 'ja').map(({ name }) => name);

const isCell = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Rounds like the screen: conversions to one decimal, yen to whole ones, ratios to 0.1%. */
function shown(value: unknown, unit: Unit): Cell {
  if (typeof value !== 'number' || unit === null) return isCell(value) ? value : null;
  const scaled = unit === 'ratio' ? value * 100 : value;
  return unit === 'yen' ? Math.round(scaled) : Math.round(scaled * 10) / 10;
}

interface MapFile {
  readonly args: DisagreementInput;
  readonly answer: Disagreement;
  /** REST names of the columns. */
  readonly chosen: readonly string[];
  readonly context: ApiContext;
  /** Language of a document with titles; null: data with REST names. */
  readonly document: Locale | null;
  readonly now: number;
}

/** Returns the disagreement map as a table, with the rows and the order of the screen. */
export async function disagreementTable(about: MapFile): Promise<ExportTable> {
  const { args, answer, chosen, context, document, now } = about;
  const { axis, measure, productId } = args;
  const all = mapColumns(axis, measure, document ?? 'ja').filter(({ name }) => chosen.includes(name));
  if (!document)
    return {
      name: `disagreement-${dayOf(now)}`,
      title: 'disagreement',
      heading: [],
      header: all.map(({ name }) => name),
      rows: answer.results.map((row) => all.map(({ value }) => shown(value(row), null))),
    };
  const { menu, report, enums, documents, disagreement } = texts[document];
  const { aside, to } = punctuation[document];
  const columns = all.filter(({ title }) => title !== null);
  const unitOf = (unit: Unit): string | null =>
    unit === 'yen' ? report.unitYen : unit === 'ratio' ? '%' : null;
  const header = columns.map(({ title, unit }) => {
    const label = unitOf(unit);
    return label ? aside(title ?? '', label) : (title ?? '');
  });
  const [[product = ''], filters] = await Promise.all([
    namesOf(context, 'product', [productId]),
    filtersOf({
      args: { productId, filters: args.filters ?? null, cvSettingIds: null },
      known: [],
      context,
      locale: document,
    }),
  ]);
  const evaluation = enumName(NewAndExistingEvaluation, answer.evaluation);
  const facts = [
    [documents.product, product],
    [report.period, [answer.dateFrom, answer.dateTo].map((day) => formatDay(day)).join(to)],
    [report.axis, isAxisKey(axis) ? report.axes[axis] : null],
    [disagreement.measure, measure === 'amount' ? disagreement.measures.amount : disagreement.measures.cv],
    [report.evaluation, evaluation && enums.NewAndExistingEvaluation[evaluation]],
    [disagreement.cpa, args.cpa ? formatMeasure(args.cpa, 'yen', { yen: yenAffixes[document] }) : null],
    [disagreement.includeNull, args.includeNull ? null : '-'],
    ...filters.map((line) => [documents.filters, line] as const),
  ] as const;
  return {
    name: fileNameOf(menu.disagreement, product, `${answer.dateFrom}-${answer.dateTo}`),
    title: menu.disagreement,
    heading: headingOf(menu.disagreement, facts, document, now, header.length),
    header,
    columns: columns.map(({ name }) => name),
    rows: answer.results.map((row) =>
      columns.map(({ value, unit, words }) => (words ? words(row) : shown(value(row), unit))),
    ),
  };
}
