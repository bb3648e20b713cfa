import { useTranslation } from 'react-i18next';
import { withHeading } from '../../../i18n/punctuation';
import { ChartCard } from '../../../kit/chart/chart-card';
import { scaleEnd } from '../../../kit/chart/interval-plot';
import { plotText } from '../../../kit/chart/plot-style';
import { RangeRows, RangeSign, type RangeMark, type RangeRow } from '../../../kit/chart/range-rows';
import { useThemeName } from '../../../theme/theme-provider';
import { markovColour, modelColour, type ThemeName } from '../../../theme/tokens';
import {
  creditLabel,
  creditsOf,
  keyOf,
  MODELS,
  nameOf,
  type Credit,
  type MapAxis,
  type MapMeasure,
  type MapRow,
} from './answer';
import { creditRangeText, creditText } from './figures';
import { measuredMarks, measuredSign, measuredText } from './measured';

/** Rows drawn; the table lists all. */
const DRAWN = 25;

const MARKOV_SHAPES = ['diamond', 'hollowDiamond', 'hollowSquare'] as const;

/** Returns the mark of a model: chains share a colour and differ in shape. */
const signOf = (
  { isMarkov, number }: Pick<Credit, 'isMarkov' | 'number'>,
  theme: ThemeName,
): Pick<RangeMark, 'shape' | 'colour'> =>
  isMarkov
    ? { shape: MARKOV_SHAPES[number - 1] ?? 'diamond', colour: markovColour(theme) }
    : { shape: 'dot', colour: modelColour(theme, number) };

interface Props {
  rows: readonly MapRow[];
  axis: MapAxis;
  measure: MapMeasure;
  onOpen: (key: string) => void;
}

/** A row an ad, from its smallest to its largest credit, with a mark per model and the interval of Markov. */
export function RangeCard({ rows, axis, measure, onOpen }: Props) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const drawn = rows.filter(({ noAd, others, max }) => !noAd && !others && (max ?? 0) > 0).slice(0, DRAWN);
  const unit = measure === 'amount' ? 'yen' : 'number';
  const most = scaleEnd(
    Math.max(
      0,
      ...drawn.flatMap(({ max, markov_1_high: high, measured_high: end }) => [max ?? 0, high ?? 0, end ?? 0]),
    ),
  );
  const ranges = drawn.map((row): RangeRow => {
    const [min, max] = [row.min ?? 0, row.max ?? 0];
    const credits = creditsOf(row);
    const name = nameOf(t, row, axis);
    const each = credits.map((one) => withHeading(creditLabel(t, one), creditText(one.value, measure)));
    const interval =
      row.markov_1_low === null || row.markov_1_high === null
        ? []
        : [
            withHeading(
              t('disagreement.interval'),
              creditRangeText(t, row.markov_1_low, row.markov_1_high, measure),
            ),
          ];
    const measured = measuredMarks(row, theme);
    return {
      ...{ key: keyOf(row, axis), name, low: min, high: max },
      spoken: [name, ...each, ...interval, measuredText(t, row, measure)].filter(Boolean).join('\n'),
      text: creditRangeText(t, min, max, measure),
      whiskers: [
        ...(row.markov_1_low === null || row.markov_1_high === null
          ? []
          : [{ low: row.markov_1_low, high: row.markov_1_high, colour: markovColour(theme) }]),
        ...measured.whiskers,
      ],
      marks: [
        ...credits.map((one) => ({ key: one.key, value: one.value, ...signOf(one, theme) })),
        ...measured.marks,
      ],
    };
  });
  if (drawn.length === 0) return null;
  const title = t(`disagreement.chart_${measure}`);
  return (
    <ChartCard
      label={title}
      title={title}
      spoken={undefined}
      height="auto"
      waiting={false}
      note={t('disagreement.chartNote', { count: drawn.length })}
    >
      <p className="ic-flex ic-wrap ic-gap-4-12 ic-hint ic-mb-8">
        {MODELS.map((model) => (
          <span key={model.key} className="ic-inline-row ic-gap-4">
            <RangeSign {...signOf(model, theme)} />
            {creditLabel(t, model)}
          </span>
        ))}
        <span className="ic-inline-row ic-gap-4">
          <RangeSign shape="whisker" colour={markovColour(theme)} />
          {t('disagreement.interval')}
        </span>
        {drawn.some(({ measured }) => measured !== null) && (
          <span className="ic-inline-row ic-gap-4">
            <RangeSign {...measuredSign(theme)} />
            {t('experiment.measured')}
          </span>
        )}
      </p>
      <RangeRows
        rows={ranges}
        most={most}
        textOf={(value) => (value === 0 ? '0' : plotText(value, unit))}
        whole
        onOpen={onOpen}
      />
    </ChartCard>
  );
}
