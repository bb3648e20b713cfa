import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureUnit } from '../../../../../shared/catalog';
import { joinList } from '../../../i18n/punctuation';
import { ChartCard } from '../../../kit/chart/chart-card';
import { LineChart } from '../../../kit/report/load-charts';
import { metricText } from '../../../kit/table/number-cell';
import { useNarrow } from '../../../kit/use-window';
import { seriesColour } from '../../../theme/series-colour';
import { useThemeName } from '../../../theme/theme-provider';
import type { EffectAnswer } from './use-effect-data';

/** Rows with a line of their own; more bands would hide each other. */
const MAX_LINES = 5;
const HEIGHT = 272;
const LEGEND = 44;
const NAME_LINE = 20;

interface CurvesProps {
  title: string;
  rows: EffectAnswer['results'] | undefined;
  nameOf: (row: EffectAnswer['results'][number]) => string;
  /** Displayed months after acquisition. */
  months: number;
  unit: MeasureUnit;
}

/** Lines of the first rows by months after acquisition; forecasts have hollow points and their error as a band. */
export function Curves({ title, rows, nameOf, months, unit }: CurvesProps) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const narrow = useNarrow();
  const lines = useMemo(() => {
    const series = (rows ?? []).slice(0, MAX_LINES).map((row, index) => ({
      row,
      // The chart draws lines of the same name as one.
      name: `${nameOf(row)}${'\u200b'.repeat(index)}`,
      colour: seriesColour(index, theme),
    }));
    const cells = series.flatMap(({ row, name, colour }) =>
      row.months.slice(0, months + 1).map(({ value, forecast }, month) => ({
        period: String(month),
        series: name,
        colour,
        value: value ?? null,
        partial: forecast,
        low: row.ranges[month]?.low ?? null,
        high: row.ranges[month]?.high ?? null,
      })),
    );
    return { series, cells };
  }, [rows, nameOf, months, theme]);
  const periods = useMemo(
    () =>
      Array.from({ length: months + 1 }, (_, month) => ({
        key: String(month),
        tick: month === 0 ? t('effect.sameMonth') : String(month),
        text: month === 0 ? t('effect.sameMonth') : t('effect.after', { month }),
        previous: undefined,
        partial: undefined,
      })),
    [months, t],
  );
  const legend = narrow ? MAX_LINES * NAME_LINE : LEGEND;
  const spoken = joinList(
    lines.series.map(({ row, name }) => {
      const last = row.months.findLast(({ value, forecast }) => value != null && !forecast);
      return `${name} ${metricText(last?.value ?? null, { unit, showZero: true })}`;
    }),
  );
  return (
    <ChartCard
      label={title}
      title={title}
      extra={<span className="ic-hint">{t('effect.curvesHint')}</span>}
      spoken={spoken}
      height={HEIGHT + legend}
      waiting={!rows}
    >
      <ul
        className={narrow ? 'ic-stack ic-list ic-caption' : 'ic-flex ic-wrap ic-gap-4-12 ic-list ic-caption'}
        style={{ minHeight: legend }}
      >
        {lines.series.map(({ name, colour }) => (
          <li className="ic-inline-row ic-gap-8 ic-nowrap" key={name}>
            <i className="ic-swatch" style={{ background: colour }} aria-hidden="true" />
            <span className="ic-ellipsis" style={{ maxWidth: 240 }} title={name}>
              {name}
            </span>
          </li>
        ))}
      </ul>
      <LineChart
        points={lines.cells}
        previous={[]}
        bands={lines.cells.filter(({ low, high }) => low !== null && high !== null)}
        series={lines.series}
        periods={periods}
        unit={unit}
        theme={theme}
        height={HEIGHT}
        narrow={narrow}
      />
    </ChartCard>
  );
}
