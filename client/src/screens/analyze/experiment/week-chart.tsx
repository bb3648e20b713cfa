import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ExperimentMeasure } from '../../../../../shared/catalog';
import { joinList } from '../../../i18n/punctuation';
import { ChartCard } from '../../../kit/chart/chart-card';
import { LineChart } from '../../../kit/report/load-charts';
import { formatApiDay } from '../../../kit/tokyo-date';
import { useNarrow } from '../../../kit/use-window';
import { seriesColour } from '../../../theme/series-colour';
import { useThemeName } from '../../../theme/theme-provider';
import { PALETTES } from '../../../theme/tokens';
import { effectText, type Figures } from './sentences';

const HEIGHT = 264;

interface Props {
  weeks: Figures['weeks'];
  measure: ExperimentMeasure;
}

/** Actual values by week, those that the control expects with their interval, and the weeks off. */
export function WeekChart({ weeks, measure }: Props) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const narrow = useNarrow();
  const series = useMemo(
    () => [
      { name: t('experiment.actual'), colour: seriesColour(0, theme) },
      { name: t('experiment.expected'), colour: PALETTES[theme].normal },
    ],
    [t, theme],
  );
  const [actual, expected] = series;
  const points = useMemo(
    () =>
      [actual, expected].flatMap((one, index) =>
        one
          ? weeks.map((week) => ({
              period: week.week,
              series: one.name,
              colour: one.colour,
              value: index === 0 ? week.actual : week.expected,
              partial: false,
            }))
          : [],
      ),
    [weeks, actual, expected],
  );
  const off = weeks.filter(({ isOff }) => isOff);
  const [first, last] = [off[0], off.at(-1)];
  const isAmount = measure === ExperimentMeasure.AMOUNT;
  const title = t(`experiment.chart.${isAmount ? 'amount' : 'cv'}`);
  const hasBand = off.some(({ low }) => low !== null);
  const spoken = joinList(
    weeks.flatMap(({ week, actual: value }) =>
      value === null ? [] : [`${formatApiDay(week)} ${effectText(t, value, measure)}`],
    ),
  );
  return (
    <ChartCard
      label={title}
      title={title}
      spoken={spoken}
      height={HEIGHT + (narrow ? 56 : 28)}
      waiting={false}
      note={
        <>
          {t('experiment.chartNote')} {!hasBand && t('experiment.hiddenNote')}
        </>
      }
    >
      <ul className="ic-flex ic-wrap ic-gap-4-12 ic-list ic-caption ic-mb-8">
        {series.map(({ name, colour }) => (
          <li className="ic-inline-row ic-gap-8 ic-nowrap" key={name}>
            <i className="ic-swatch" style={{ background: colour }} aria-hidden="true" />
            {name}
          </li>
        ))}
        {hasBand && <li>{t('experiment.band')}</li>}
      </ul>
      <LineChart
        points={points}
        previous={[]}
        bands={weeks.flatMap(({ week, low, high }) =>
          expected && low !== null && high !== null
            ? [{ period: week, series: expected.name, low: Math.max(0, low), high }]
            : [],
        )}
        series={series}
        periods={weeks.map(({ week }) => {
          const day = formatApiDay(week);
          return {
            key: week,
            tick: day.slice(5),
            text: t('experiment.weekOf', { day }),
            previous: undefined,
            partial: undefined,
          };
        })}
        shaded={first && last && { from: first.week, to: last.week, text: t('experiment.off') }}
        unit={isAmount ? 'yen' : 'number'}
        theme={theme}
        height={HEIGHT}
        narrow={narrow}
      />
    </ChartCard>
  );
}
