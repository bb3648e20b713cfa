import { AttributionModel, enumValues, type AttributionPair, measureOf } from '../../../../../shared/catalog';
import { metricValue, metricValueUnderModel, type ReportRow } from '../../../kit/report/answer';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { useMemo } from 'react';
import { ChartCard } from '../../../kit/chart/chart-card';
import { scaleEnd } from '../../../kit/chart/interval-plot';
import { RangeRows, RangeSign, type RangeRow } from '../../../kit/chart/range-rows';
import { plotText } from '../../../kit/chart/plot-style';
import { enumLabel } from '../../../kit/enum-label';
import { modelLabel } from '../../../kit/model-name';
import type { BlockProps } from '../../../kit/report/report-blocks';
import { metricText } from '../../../kit/table/number-cell';
import { useMediaQuery } from '../../../kit/use-window';
import { useThemeName } from '../../../theme/theme-provider';
import { modelColour } from '../../../theme/tokens';
import styles from './range-block.module.css';
import { itemLabel } from './pair-columns';

/** Values of one row under all models. */
export interface ModelRange {
  readonly values: readonly { readonly model: AttributionModel; readonly value: number }[];
  readonly low: { readonly model: AttributionModel; readonly value: number };
  readonly high: { readonly model: AttributionModel; readonly value: number };
  /** Value without a model, or null. */
  readonly normal: number | null;
}

const MODELS = enumValues(AttributionModel);

/** Returns the spread of a row over the models. Returns undefined if no model gives it credit. */
function rangeOf(
  row: ReportRow,
  { normal, attributed }: Pick<AttributionPair, 'normal' | 'attributed'>,
): ModelRange | undefined {
  const values = MODELS.flatMap((model) => {
    const value = metricValueUnderModel(row, model, attributed);
    return value === null ? [] : [{ model, value }];
  });
  const [first] = values;
  if (!first || values.every(({ value }) => value === 0)) return undefined;
  const low = values.reduce((least, one) => (one.value < least.value ? one : least), first);
  const high = values.reduce((most, one) => (one.value > most.value ? one : most), first);
  return { values, low, high, normal: metricValue(row, normal) };
}

/** Sums a credit measure over all rows, by model. */
export const modelSums = (
  rows: readonly ReportRow[],
  key: AttributionPair['attributed'],
): { model: AttributionModel; sum: number }[] =>
  MODELS.map((model) => ({
    model,
    sum: rows.reduce((sum, row) => sum + (metricValueUnderModel(row, model, key) ?? 0), 0),
  }));

/** Tolerance for rounding of shares. */
const ROUNDING = 1e-9;

/** Returns true if every model distributes exactly the whole. */
export const addUpToWhole = (sums: readonly { sum: number }[], whole: number): boolean =>
  sums.every(({ sum }) => Math.abs(sum - whole) <= ROUNDING * Math.max(1, Math.abs(whole)));

const SIDE = 'side';
const DIFFERENCE = 'difference';

/** Returns true if differences replace the model range beside the bars. */
export const showsDifference = (controls: ReportControls): boolean => controls.parameter(SIDE) === DIFFERENCE;

/** Selects the chart beside the bars. */
export function SideChoice({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  return (
    <Segmented
      size="small"
      aria-label={t('attribution.side')}
      value={showsDifference(controls) ? DIFFERENCE : 'range'}
      options={[
        { value: 'range', label: t('attribution.range') },
        { value: DIFFERENCE, label: t('attribution.difference') },
      ]}
      onChange={(side) => controls.set({ [SIDE]: side === DIFFERENCE ? side : null })}
    />
  );
}

/** Heights in pixels: a row, a row on narrow screens, scale plus hint. */
const ROW = 26;
const ROW_NARROW = 30;
const AROUND = 44;
/** Height of the hint's further lines (range-block.module.css). */
const MORE_LINES = { wide: { whole: 0, beside: 20 }, narrow: { whole: 60, beside: 40 } };
const NARROW = '(max-width: 480px)';

export interface RangeBlockProps extends BlockProps {
  pair: AttributionPair;
  /** Model selected for the report. */
  model: number | undefined;
  /** True if the user can switch to the differences. */
  choice: boolean;
  /** True if it has the width of the page and lists many rows, in a box that scrolls. */
  whole?: boolean;
}

/** Rows that the whole-width block lists, and how many of them are in sight. */
const LISTED = 25;
const IN_SIGHT = 12;

/** Spread of the models: one line per top row from its lowest to its highest model, with all models on it. */
export function RangeBlock(props: RangeBlockProps) {
  const { rows, controls, onOpen, pair, model, choice, whole = false } = props;
  const { t } = useTranslation();
  const theme = useThemeName();
  const narrow = useMediaQuery(NARROW);
  const { unit } = measureOf(pair.attributed);
  const rowHeight = narrow ? ROW_NARROW : ROW;
  const around = AROUND + MORE_LINES[narrow ? 'narrow' : 'wide'][whole ? 'whole' : 'beside'];
  const height = whole ? around + IN_SIGHT * rowHeight : props.height;
  const listed = whole ? LISTED : Math.floor((height - around) / rowHeight);
  const ranges = useMemo(() => {
    const known = (rows ?? []).flatMap(({ key, name, row }) => {
      const range = rangeOf(row, pair);
      return range ? [{ key, name, ...range }] : [];
    });
    return known.sort((a, b) => b.high.value - a.high.value).slice(0, listed);
  }, [rows, pair, listed]);
  const most = scaleEnd(Math.max(0, ...ranges.flatMap(({ high, normal }) => [high.value, normal ?? 0])));
  const text = (value: number | null): string => metricText(value, { unit, showZero: true });
  const short = (value: number): string => (value === 0 ? '0' : plotText(value, unit));
  const span = ({ low, high }: Pick<(typeof ranges)[number], 'low' | 'high'>): string =>
    t('attribution.span', { low: short(low.value), high: short(high.value) });
  const item = itemLabel(pair.item, t);
  const drawn = ranges.map(({ key, name, values, low, high, normal }): RangeRow => {
    const chosen = values.find((one) => one.model === model);
    return {
      ...{ key, name, low: low.value, high: high.value, text: span({ low, high }) },
      spoken: t('attribution.rangeText', {
        name,
        low: text(low.value),
        lowModel: modelLabel(t, low.model),
        high: text(high.value),
        highModel: modelLabel(t, high.model),
        model: modelLabel(t, model ?? low.model),
        chosen: text(chosen?.value ?? null),
        normal: text(normal),
      }),
      marks: [
        ...(normal === null ? [] : [{ key: 'normal', value: normal, shape: 'normal' as const }]),
        ...[...values]
          .sort((a, b) => Number(a.model === model) - Number(b.model === model))
          .map((one) => ({
            key: String(one.model),
            value: one.value,
            shape: one.model === model ? ('chosen' as const) : ('dot' as const),
            colour: modelColour(theme, one.model),
          })),
      ],
    };
  });
  return (
    <ChartCard
      label={t('attribution.rangeOf', { item })}
      title={t('attribution.rangeOf', { item })}
      extra={choice ? <SideChoice controls={controls} /> : undefined}
      spoken={undefined}
      height={height}
      waiting={!rows}
      note={ranges.length > 0 && t('attribution.listed', { count: ranges.length })}
    >
      {ranges.length === 0 ? (
        <p className="ic-center ic-tall ic-muted">{t('attribution.none')}</p>
      ) : (
        <>
          <p
            className={`ic-flex ic-hidden ic-hint ${whole ? `ic-nowrap ${styles.hint}` : `ic-wrap ${styles.beside}`}`}
          >
            {whole && t('attribution.rangeHint')}
            {MODELS.map((one) => (
              <span
                key={one}
                className={`ic-inline-row ic-gap-4 ${one === model ? 'ic-strong ic-secondary' : ''}`}
              >
                <RangeSign shape={one === model ? 'chosen' : 'dot'} colour={modelColour(theme, one)} />
                {whole ? modelLabel(t, one) : enumLabel(t, 'AttributionModel', one)}
              </span>
            ))}
            <span className="ic-inline-row ic-gap-4">
              <RangeSign shape="normal" />
              {t('report.normal')}
            </span>
          </p>
          <RangeRows
            rows={drawn}
            most={most}
            textOf={short}
            maxHeight={whole ? height - around : undefined}
            onOpen={onOpen}
          />
        </>
      )}
    </ChartCard>
  );
}
