import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../../../i18n/punctuation';
import { ChartCard } from '../../../../kit/chart/chart-card';
import { chartBars } from '../../../../kit/chart/chart-rows';
import { BarChart, LineChart } from '../../../../kit/report/load-charts';
import { useRowHighlight } from '../../../../kit/row-highlight';
import { StateNote } from '../../../../kit/states';
import { metricText } from '../../../../kit/table/number-cell';
import { useNarrow } from '../../../../kit/use-media-query';
import { seriesColour } from '../../../../theme/series-colour';
import { useThemeName } from '../../../../theme/theme-provider';
import { chartEntries, chosenMeasures, firstChoice, isPeriods, unitOf, type ChartEntry } from './chart-data';
import type { ResultColumn } from './columns';
import type { RecordList } from './records';
import styles from './result.module.css';

const HEIGHT = 320;
/** Maximum number of values read out individually by screen readers. */
const MAX_SPOKEN = 31;
const nowhere = (): void => undefined;

/** Chart of a list: bars by category, or lines for periods. */
export function ResultChart({ list, columns }: { list: RecordList; columns: readonly ResultColumn[] }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const highlight = useRowHighlight();
  const narrow = useNarrow();
  const { rows } = list;
  const [choice, setChoice] = useState(() => firstChoice(columns, rows));
  const measures = useMemo(
    () => columns.filter(({ path }) => choice?.measures.includes(path)),
    [columns, choice],
  );
  const none = t('report.unset');
  const { entries, summed } = useMemo(
    () => (choice ? chartEntries(rows, choice.category, measures, none) : { entries: [], summed: false }),
    [rows, choice, measures, none],
  );
  const lines = choice !== null && isPeriods(rows, choice.category);
  const series = useMemo(
    () =>
      measures.map(({ path, label }, index) => ({
        key: path,
        label: measures.filter((one) => one.label === label).length > 1 ? `${label} (${path})` : label,
        colour: index,
      })),
    [measures],
  );
  const barRows = useMemo(() => {
    const drawn = series.map(({ key, label, colour }) => ({
      key,
      label,
      colour,
      value: ({ values }: ChartEntry) => values[key] ?? null,
    }));
    return chartBars(
      entries.map((row) => ({ key: row.key, name: row.name, row })),
      drawn,
      measures.every(({ adds }) => adds) ? (count) => t('report.rest', { count }) : undefined,
    );
  }, [entries, series, measures, t]);
  if (!choice) return <StateNote title={t('explorer.chart.none')} hint={t('explorer.chart.noneHint')} />;

  const unit = unitOf(columns, choice);
  const named = series.map(({ label, colour }) => ({
    name: label,
    label,
    colour: seriesColour(colour, theme),
  }));
  const periods = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
  const points = series.flatMap(({ key, label, colour }) =>
    periods.map((entry) => ({
      period: entry.key,
      series: label,
      colour: seriesColour(colour, theme),
      value: entry.values[key] ?? null,
      partial: false,
    })),
  );
  const spokenEntries = lines
    ? points
        .slice(0, MAX_SPOKEN)
        .map(({ period, series: one, value }) => ({ name: period, series: one, value }))
    : [...barRows.bars, ...barRows.apart];
  const spoken = joinList(
    spokenEntries.map(
      ({ name, series: one, value }) => `${name} ${one} ${metricText(value, { unit, showZero: true })}`,
    ),
  );
  const categories = columns.filter(
    ({ unit: of, path }) => of === null && rows.some((row) => row[path] != null),
  );
  const blank = entries.every(({ values }) => Object.values(values).every((value) => value === null));
  const option = ({ path, label }: ResultColumn) => ({
    value: path,
    label: label === path ? path : `${label} (${path})`,
  });
  return (
    <div className={styles.chart}>
      <div className={styles.choices}>
        <label>
          {t('explorer.chart.category')}
          <Select
            size="small"
            value={choice.category}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            options={categories.map(option)}
            onChange={(category) => setChoice({ ...choice, category })}
          />
        </label>
        <label>
          {t('explorer.chart.measures')}
          <Select
            mode="multiple"
            size="small"
            value={[...choice.measures]}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
            options={columns.filter(({ unit: of }) => of !== null).map(option)}
            onChange={(next) =>
              next.length > 0 && setChoice({ ...choice, measures: chosenMeasures(columns, next) })
            }
          />
        </label>
      </div>
      <ChartCard
        label={t('explorer.result.chart')}
        title={joinList(named.map(({ label }) => label))}
        spoken={spoken}
        height={HEIGHT}
        waiting={false}
        note={[
          ...(summed ? [t('explorer.chart.summed')] : []),
          ...(lines ? [] : barRows.apart).map(
            ({ name, series: one, value }) => `${name} ${one} ${metricText(value, { unit })}`,
          ),
        ].join('　')}
      >
        {blank ? (
          <StateNote title={t('explorer.chart.blank')} hint={t('explorer.chart.blankHint')} />
        ) : lines ? (
          <LineChart
            key={named.length}
            points={points}
            previous={[]}
            series={named}
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
            key={named.length}
            bars={barRows.bars}
            series={named}
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
      {lines && named.length > 1 && (
        <ul className={styles.legend}>
          {named.map(({ label, colour }) => (
            <li key={label}>
              <i style={{ background: colour }} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
