import { Flex, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../../../i18n/punctuation';
import { ChartCard } from '../../../../kit/chart/chart-card';
import { chartBars } from '../../../../kit/chart/chart-rows';
import { BarChart, LineChart } from '../../../../kit/report/load-charts';
import { useRowHighlight } from '../../../../kit/row-highlight';
import { StateNote } from '../../../../kit/states';
import { metricText } from '../../../../kit/table/number-cell';
import { useNarrow } from '../../../../kit/use-window';
import { seriesColour } from '../../../../theme/series-colour';
import { useThemeName } from '../../../../theme/theme-provider';
import { chartEntries, chosenMeasures, firstChoice, isPeriods, unitOf, type ChartEntry } from './chart-data';
import type { ResultColumn } from './columns';
import type { RecordList } from './records';
import styles from '../explorer.module.css';

const HEIGHT = 320;
/** Maximum number of values read out individually by screen readers. */
const MAX_SPOKEN = 31;
const nowhere = (): void => undefined;

interface ResultChartProps {
  list: RecordList;
  columns: readonly ResultColumn[];
  /** Measure to show first. */
  measure: string | undefined;
}

/** Chart of a list: bars by category, or lines for periods. */
export function ResultChart({ list, columns, measure }: ResultChartProps) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const highlight = useRowHighlight();
  const narrow = useNarrow();
  const { rows } = list;
  const [choice, setChoice] = useState(() => firstChoice(columns, rows, measure));
  if (!choice) return <StateNote title={t('explorer.chart.none')} hint={t('explorer.chart.noneHint')} />;

  const measures = columns.filter(({ path }) => choice.measures.includes(path));
  const { entries, summed } = chartEntries(rows, choice.category, measures, t('report.unset'));
  const unit = unitOf(columns, choice);
  const series = measures.map(({ path, label }, index) => {
    const name = measures.filter((one) => one.label === label).length > 1 ? `${label} (${path})` : label;
    return {
      key: path,
      name,
      label: name,
      colour: seriesColour(index, theme),
      value: ({ values }: ChartEntry) => values[path] ?? null,
    };
  });
  const lines = isPeriods(rows, choice.category);
  const periods = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
  const points = series.flatMap(({ name, colour, value }) =>
    periods.map((entry) => ({
      name: entry.key,
      period: entry.key,
      series: name,
      colour,
      value: value(entry),
      partial: false,
    })),
  );
  const { bars, apart } = chartBars(
    entries.map((row) => ({ key: row.key, name: row.name, row })),
    series.map((one, colour) => ({ ...one, colour })),
    measures.every(({ adds }) => adds) ? (count) => t('report.rest', { count }) : undefined,
  );
  const spoken = (lines ? points.slice(0, MAX_SPOKEN) : [...bars, ...apart]).map(
    ({ name, series: one, value }) => `${name} ${one} ${metricText(value, { unit, showZero: true })}`,
  );
  const notes = [
    ...(summed ? [t('explorer.chart.summed')] : []),
    ...(lines ? [] : apart).map(
      ({ name, series: one, value }) => `${name} ${one} ${metricText(value, { unit })}`,
    ),
  ];
  const selectOf = (candidates: readonly ResultColumn[]) => ({
    size: 'small' as const,
    showSearch: { optionFilterProp: 'label' },
    popupMatchSelectWidth: false,
    options: candidates.map(({ path, label }) => ({
      value: path,
      label: label === path ? path : `${label} (${path})`,
    })),
  });
  return (
    <div className="ic-p-12-16">
      <Flex wrap gap="8px 16px" className={`ic-mb-12 ${styles.choices}`}>
        <label className="ic-row ic-shrink ic-gap-8 ic-note">
          {t('explorer.chart.category')}
          <Select
            {...selectOf(
              columns.filter(({ unit: of, path }) => of === null && rows.some((row) => row[path] != null)),
            )}
            value={choice.category}
            onChange={(category) => setChoice({ ...choice, category })}
          />
        </label>
        <label className="ic-row ic-shrink ic-gap-8 ic-note">
          {t('explorer.chart.measures')}
          <Select
            {...selectOf(columns.filter(({ unit: of }) => of !== null))}
            mode="multiple"
            value={[...choice.measures]}
            onChange={(next) =>
              next.length > 0 && setChoice({ ...choice, measures: chosenMeasures(columns, next) })
            }
          />
        </label>
      </Flex>
      <ChartCard
        label={t('explorer.result.chart')}
        title={joinList(series.map(({ name }) => name))}
        spoken={joinList(spoken)}
        height={HEIGHT}
        waiting={false}
        note={notes.join('　')}
      >
        {entries.every(({ values }) => Object.values(values).every((value) => value === null)) ? (
          <StateNote title={t('explorer.chart.blank')} hint={t('explorer.chart.blankHint')} />
        ) : lines ? (
          <LineChart
            key={series.length}
            points={points}
            previous={[]}
            series={series}
            periods={periods.map(({ key }) => ({
              key,
              tick: key,
              text: key,
              previous: undefined,
              partial: undefined,
            }))}
            unit={unit}
            theme={theme}
            height={HEIGHT}
          />
        ) : (
          <BarChart
            key={series.length}
            bars={bars}
            series={series}
            unit={unit}
            theme={theme}
            height={HEIGHT}
            narrow={narrow}
            highlight={highlight}
            noValue="-"
            onOpen={nowhere}
          />
        )}
      </ChartCard>
      {lines && series.length > 1 && (
        <Flex component="ul" wrap gap="4px 16px" className="ic-list ic-caption ic-figures">
          {series.map(({ name, colour }) => (
            <li key={name} className="ic-row ic-gap-8">
              <i className="ic-swatch" style={{ background: colour }} />
              {name}
            </li>
          ))}
        </Flex>
      )}
    </div>
  );
}
