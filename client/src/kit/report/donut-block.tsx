import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../i18n/punctuation';
import { seriesColour } from '../../theme/series-colour';
import { useThemeName } from '../../theme/theme-provider';
import { PALETTES } from '../../theme/tokens';
import { ChartCard } from '../chart/chart-card';
import { useRowHighlight } from '../row-highlight';
import { metricText } from '../table/number-cell';
import { isWithoutAd } from './answer';
import { composedRows, compositions } from './composition';
import styles from './donut-block.module.css';
import { NoValues } from './report-notes';
import type { BlockProps } from './report-blocks';
import type { ReportBlock } from './types';

/** Maximum number of slices beside the rest; more would be indistinguishable. */
const MAX_SLICES = 4;
const RADIUS = 15.9155; // A circumference of 100, so that lengths are percent.

/** Ring chart of a measure: its largest rows and the rest, with percentages beside it. */
export function DonutBlock({
  block,
  rows,
  controls,
  colourOf,
  height,
  onOpen,
}: BlockProps & { block: ReportBlock & { kind: 'donut' } }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const highlight = useRowHighlight();
  const part = block.parts.find(({ key }) => key === controls.state.chart) ?? block.parts[0];
  const topRows = useMemo(
    () => (part ? composedRows(rows ?? [], [part], undefined, MAX_SLICES) : []),
    [rows, part],
  );
  const [bar] = useMemo(() => (part ? compositions(rows ?? [], topRows, [part]) : []), [rows, topRows, part]);
  if (!part) return null;
  const palette = PALETTES[theme];
  const restName = t('report.rest', { count: (rows?.length ?? 0) - topRows.length });
  let from = 0;
  const slices = (bar?.segments ?? []).map((segment) => {
    const at = topRows.findIndex(({ key }) => key === segment.key);
    const row = topRows[at];
    const colour = !row
      ? palette.previous
      : isWithoutAd(row.row)
        ? palette.normal
        : (colourOf?.(row) ?? seriesColour(at, theme));
    const slice = { ...segment, name: row?.name ?? restName, colour, from };
    from += segment.share * 100;
    return slice;
  });
  const percent = (value: number): string =>
    metricText(value / 100, { unit: 'ratio', decimals: 1, showZero: true });
  const title = block.title(part.label);
  return (
    <ChartCard
      label={title}
      title={title}
      extra={
        <Select
          size="small"
          variant="filled"
          value={part.key}
          aria-label={t('report.chartMeasure')}
          popupMatchSelectWidth={false}
          options={block.parts.map(({ key, label }) => ({ value: key, label }))}
          onChange={(key) => controls.set({ chart: key })}
        />
      }
      spoken={t('report.chartText', {
        measure: part.label,
        rows: joinList(slices.map(({ name, percent: value }) => `${name} ${percent(value)}`)),
      })}
      height={height}
      waiting={!rows}
    >
      {slices.length === 0 ? (
        bar?.negative ? (
          <p className="ic-center ic-tall ic-muted">{block.negative}</p>
        ) : (
          <NoValues rows={rows} controls={controls} />
        )
      ) : (
        <div className={`ic-row ic-tall ${styles.body}`}>
          <svg viewBox="0 0 42 42" className={styles.ring} aria-hidden="true">
            {slices.map(({ key, share, colour, from: start, name, percent: value }) => (
              <circle
                key={key ?? 'rest'}
                cx="21"
                cy="21"
                r={RADIUS}
                fill="none"
                stroke={colour}
                strokeWidth="7"
                strokeDasharray={`${Math.max(0, share * 100 - 0.4)} 100`}
                strokeDashoffset={25 - start}
                className="ic-pointer"
                onMouseEnter={() => highlight.set(key)}
                onMouseLeave={() => highlight.set(null)}
                onClick={() => key !== null && onOpen(key)}
              >
                <title>{`${name} ${percent(value)}`}</title>
              </circle>
            ))}
          </svg>
          <ul className={`ic-stack ic-shrink ic-gap-8 ic-list ${styles.legend}`}>
            {slices.map(({ key, name, colour, percent: value }) => (
              <li key={key ?? 'rest'}>
                <span className="ic-swatch" style={{ background: colour }} />
                <span className="ic-ellipsis">{name}</span>
                <span className="ic-figures ic-end">{percent(value)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ChartCard>
  );
}
