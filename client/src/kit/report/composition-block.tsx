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
import { composedRows, compositions, type Segment } from './composition';
import styles from './composition-block.module.css';
import { NoValues } from './report-notes';
import type { BlockProps } from './report-blocks';
import type { ReportBlock } from './types';

/** Pixel height of the stacked names in narrow windows. */
const NAMES_HEIGHT = 76;

/**
 * One bar per measure over the same rows, which shows rows with a large share of one and a small share of
 * another.
 */
export function CompositionBlock({
  block,
  rows,
  controls,
  colourOf,
  height,
  narrow,
  onOpen,
}: BlockProps & { block: ReportBlock & { kind: 'composition' } }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const highlight = useRowHighlight();
  const { title, hint, parts, keep } = block;
  // Direct conversions cost nothing and go last.
  const topRows = useMemo(
    () =>
      composedRows(rows ?? [], parts, keep).sort(
        (a, b) => Number(isWithoutAd(a.row)) - Number(isWithoutAd(b.row)),
      ),
    [rows, parts, keep],
  );
  const bars = useMemo(() => compositions(rows ?? [], topRows, parts), [rows, topRows, parts]);
  const palette = PALETTES[theme];
  const known = useMemo(
    () =>
      new Map(
        topRows.map((row, index) => [
          row.key,
          {
            name: row.name,
            colour: isWithoutAd(row.row) ? palette.normal : (colourOf?.(row) ?? seriesColour(index, theme)),
          },
        ]),
      ),
    [topRows, colourOf, theme, palette],
  );
  const restCount = (rows?.length ?? 0) - topRows.length;
  const rest = { name: t('report.rest', { count: restCount }), colour: palette.previous };
  const [bar] = bars;
  const restPart = bar?.segments?.find(({ key }) => key === null);
  const of = ({ key }: Pick<Segment, 'key'>) => (key === null ? rest : (known.get(key) ?? rest));
  const percent = (value: number): string =>
    metricText(value / 100, { unit: 'ratio', decimals: 1, showZero: true });
  const spoken = joinList(
    bars.map(
      ({ label, segments }) =>
        `${label} ${(segments ?? []).map((one) => `${of(one).name} ${percent(one.percent)}`).join(' ')}`,
    ),
  );
  return (
    <ChartCard
      label={title}
      title={title}
      extra={<span className="ic-hint">{hint}</span>}
      spoken={spoken}
      height={narrow ? height + NAMES_HEIGHT : height}
      waiting={!rows}
    >
      {rows?.length === 0 ? (
        <NoValues rows={rows} controls={controls} />
      ) : (
        <div className="ic-stack ic-tall ic-gap-8 ic-text-12">
          <ul className={`ic-flex ic-wrap ic-list ic-hidden ${styles.legend}`}>
            {[...topRows.map(({ key }) => ({ key })), ...(restCount > 0 ? [{ key: null }] : [])].map(
              (one) => (
                <li key={one.key ?? 'rest'}>
                  <span className="ic-swatch" style={{ background: of(one).colour }} />
                  <span className={`ic-ellipsis ${styles.legendName}`} title={of(one).name}>
                    {of(one).name}
                  </span>
                  {one.key === null && bar && restPart && (
                    <span className="ic-nowrap ic-figures">
                      {t('report.shareOf', { measure: bar.label, share: percent(restPart.percent) })}
                    </span>
                  )}
                </li>
              ),
            )}
          </ul>
          <div className={`ic-stack ic-fill ${styles.bars}`}>
            {bars.map(({ key, label, segments, negative }) => (
              <div key={key} className={`ic-grid ic-align-center ic-gap-8 ${styles.line}`}>
                <span className="ic-ellipsis ic-end">{label}</span>
                {segments ? (
                  <span className={`ic-flex ic-hidden ${styles.bar}`} data-drawn>
                    {segments.map((one) => (
                      <span
                        key={one.key ?? 'rest'}
                        // Keyboard users open the row in the table below, as for every chart.
                        role="presentation"
                        className={`ic-center ic-pointer ic-hidden ${styles.segment}`}
                        style={{ flexGrow: one.share, background: of(one).colour }}
                        title={`${of(one).name} ${percent(one.percent)}`}
                        onMouseEnter={() => highlight.set(one.key)}
                        onMouseLeave={() => highlight.set(null)}
                        onClick={() => one.key !== null && onOpen(one.key)}
                      >
                        <span className={`ic-surface ic-text-11 ic-figures ${styles.percent}`}>
                          {percent(one.percent)}
                        </span>
                      </span>
                    ))}
                  </span>
                ) : (
                  <span className="ic-muted">{negative ? block.negative : '-'}</span>
                )}
              </div>
            ))}
          </div>
        </div>
      )}
    </ChartCard>
  );
}
