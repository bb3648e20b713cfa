import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { findMeasure } from '../../../../shared/catalog';
import { joinList, withAside } from '../../i18n/punctuation';
import { useThemeName } from '../../theme/theme-provider';
import { PALETTES } from '../../theme/tokens';
import { ChartCard } from '../chart/chart-card';
import { MAX_NAME_GLYPHS } from '../chart/plot-style';
import { shortenNames } from '../chart/names';
import type { TrendPoint } from '../chart/trend-plot';
import { metricText } from '../table/number-cell';
import { chosenChart } from './bar-block';
import { LineChart, StackedChart } from './load-charts';
import { NoValues } from './report-notes';
import type { BlockProps } from './report-blocks';
import styles from './report-blocks.module.css';
import { isFewEvents, isJoinable, readShape, shapedValues } from './measure-series';
import { ChangeNote, SHAPE, ShapeChoice, useTrendChange } from './trend-change';
import { trendLines, type TrendBlock } from './trend-rows';

/** Pixel height of the chart below its title. */
const HEIGHT = 272;
const HEIGHT_NARROW = 240;
/**
 * Part of it for the legend. Narrow windows put two names in a line and add room for charts of several
 * series.
 */
const LEGEND = 24;
const LEGEND_LINE = 20;
const NAMES = 60;
/** Maximum number of periods announced to screen readers. */
const MAX_ANNOUNCED = 31;

/** A selectable measure over periods, by values of an axis or with its comparison period. */
export function TrendView({ block, rows, controls, narrow }: BlockProps & { block: TrendBlock }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const chart = chosenChart(block.charts, controls);
  const known = chart && findMeasure(chart.key);
  // Another model or a custom measure has other parts.
  const measure = known && isJoinable(known) ? known : undefined;
  const shape = measure ? readShape(controls.parameter(SHAPE), block.daily === true) : 'value';
  const name =
    !chart || shape === 'value' ? chart?.label : t(`report.shaped.${shape}`, { measure: chart.label });
  const lines = useMemo(
    () =>
      chart &&
      trendLines(
        rows ?? [],
        block,
        chart,
        { key: '', name: name ?? '', colour: PALETTES[theme].primary },
        measure && shape !== 'value' ? (of) => shapedValues(of, measure, shape) : undefined,
      ),
    [rows, block, chart, name, measure, shape, theme],
  );
  const change = useTrendChange(rows, block, measure, t);
  if (!chart || !lines) return null;
  const { unit } = chart;
  const values = lines.points.map(({ value }) => value);
  const bars =
    block.seriesOf === null && shape === 'value' && measure !== undefined && isFewEvents(measure, values);
  const labels = new Map(block.charts.map(({ key, label }) => [key, label]));
  const texts = new Map(
    block.periods.map(({ key, text, notes = [] }) => [key, notes.reduce(withAside, text)]),
  );
  const spokenOf = ({ period, series, value }: TrendPoint): string =>
    `${texts.get(period)} ${block.seriesOf ? `${series} ` : ''}${metricText(value, { unit })}`;
  const partial = block.periods.filter((period) => period.partial !== undefined && !period.ahead);
  const height = narrow ? HEIGHT_NARROW + (block.seriesOf ? NAMES : 0) : HEIGHT;
  const legendLines = Math.ceil((lines.series.length + (lines.previous.length > 0 ? 1 : 0)) / 2);
  const legend = narrow ? legendLines * LEGEND_LINE : LEGEND;
  const short = shortenNames(
    lines.series.map(({ name }) => name),
    MAX_NAME_GLYPHS,
  );
  const Chart = block.kind === 'stacked' ? StackedChart : LineChart;
  return (
    <ChartCard
      label={t('report.chart')}
      title={block.title}
      extra={
        <span className="ic-inline-row ic-wrap ic-gap-8">
          {block.extra}
          {measure && <ShapeChoice shape={shape} daily={block.daily === true} set={controls.set} />}
          <Select
            size="small"
            variant="filled"
            showSearch={{ optionFilterProp: 'label' }}
            value={chart.key}
            aria-label={t('report.chartMeasure')}
            popupMatchSelectWidth={false}
            options={block.measures.map(({ label, keys }) => ({
              label,
              options: keys.map((key) => ({ value: key, label: labels.get(key) ?? key })),
            }))}
            onChange={(key) => controls.set({ chart: key })}
          />
        </span>
      }
      spoken={t('report.chartText', {
        measure: chart.label,
        rows: joinList(lines.points.slice(-MAX_ANNOUNCED).map(spokenOf)),
      })}
      height={height}
      waiting={!rows}
      foot={block.foot}
      note={
        <>
          {change && <ChangeNote {...change} />}
          {partial.length > 0 &&
            `○ ${partial.map((period) => `${period.text} ${period.partial ?? ''}`).join('　')}`}
        </>
      }
    >
      {lines.points.every(({ value }) => value === null || value === 0) &&
      lines.previous.every(({ value }) => value === null || value === 0) ? (
        <NoValues rows={rows} controls={controls} />
      ) : (
        <>
          {lines.series.length + lines.previous.length > 1 && (
            <ul className={`ic-flex ic-gap-16 ic-list ic-scroll-x ic-nowrap ic-caption ${styles.legend}`}>
              {lines.series.map(({ key, name, colour }) => (
                <li className="ic-inline-row ic-gap-8" key={key}>
                  <i className="ic-swatch" style={{ background: colour }} aria-hidden="true" />
                  <span className={styles.lineName}>{short(name)}</span>
                </li>
              ))}
              {lines.previous[0] && (
                <li className="ic-inline-row ic-gap-8">
                  <i
                    className={styles.dashes}
                    style={{
                      color: block.kind === 'stacked' ? PALETTES[theme].text : PALETTES[theme].normal,
                    }}
                    aria-hidden="true"
                  />
                  {lines.previous[0].series}
                </li>
              )}
            </ul>
          )}
          <Chart
            points={lines.points}
            previous={lines.previous}
            series={lines.series}
            periods={block.periods}
            unit={unit}
            theme={theme}
            height={height - legend}
            narrow={narrow}
            bars={bars}
            change={change && { period: change.period, text: change.since, tone: change.tone }}
          />
        </>
      )}
    </ChartCard>
  );
}
