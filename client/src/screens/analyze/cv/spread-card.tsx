import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, type LinkProps } from 'react-router-dom';
import { formatPercent } from '../../../../../shared/format';
import { keysOf } from '../../../../../shared/records';
import { Panel } from '../../../kit/page';
import { Placeholder } from '../../../kit/loading';
import { useDrillDownClick } from '../../../kit/drill-down';
import { metricText } from '../../../kit/table/number-cell';
import styles from './cv.module.css';
import type { Spread } from './query-state';

declare module 'react' {
  interface CSSProperties {
    /** Number of bars, and the filled part of a track. */
    '--bars'?: number;
    '--filled'?: string;
  }
}

const QUANTILES = { p25: true, p50: true, p75: true, p90: true } as const;

export interface SpreadCardProps {
  title: string;
  lead: string;
  /** Undefined while loading. */
  spread: Spread | undefined;
  /** Expected number of bars. */
  bins: number;
  barText: (bar: Spread['bars'][number]) => string;
  valueText: (value: number | null | undefined) => string;
  /** Link to the conversions of a bar. */
  opens?: ((bar: Spread['bars'][number]) => string | undefined) | undefined;
}

/** Bar that opens its conversions over the page. */
function BarLink(props: LinkProps) {
  const open = useDrillDownClick(props.to);
  return <Link {...props} onClick={open} />;
}

/**
 * Distribution of a conversion metric: quantiles and a histogram. On phones the bars are horizontal, which
 * leaves room for touch and labels.
 */
export function SpreadCard({ title, lead, spread, bins, barText, valueText, opens }: SpreadCardProps) {
  const { t } = useTranslation();
  const all = spread?.bars.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const most = Math.max(1, ...(spread?.bars ?? []).map(({ count }) => count));
  if (spread && all === 0) {
    return (
      <Panel title={title} lead={lead}>
        <p className="ic-muted">{t('cvInfo.noCvs')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={title} lead={lead}>
      <dl className={`ic-grid ic-gap-8 ic-mb-16 ${styles.quantiles}`} aria-busy={!spread}>
        {keysOf(QUANTILES).map((name) => (
          <div key={name}>
            <dt className="ic-caption">
              <Tooltip title={t('cvInfo.quantileHint', { name: t(`cvInfo.quantiles.${name}`) })}>
                {t(`cvInfo.quantiles.${name}`)}
              </Tooltip>
            </dt>
            <dd>{spread ? valueText(spread[name]) : <Placeholder width={56} height={16} />}</dd>
          </div>
        ))}
      </dl>
      <ol className={`ic-flex ic-gap-4 ic-list ${styles.bars}`} style={{ '--bars': bins }}>
        {(spread?.bars ?? []).map((bar) => {
          const share = all === 0 ? 0 : bar.count / all;
          const text = t('cvInfo.bar', { bar: barText(bar), count: bar.count, share: formatPercent(share) });
          const path = bar.count > 0 ? opens?.(bar) : undefined;
          const drawn = (
            <>
              <span
                className={styles.barTrack}
                data-count={bar.count > 0 ? metricText(bar.count, { unit: 'count' }) : ''}
                aria-hidden="true"
              >
                {bar.count > 0 && (
                  <span className={styles.barFill} style={{ '--filled': `${(bar.count / most) * 100}%` }} />
                )}
              </span>
              <span
                className={`ic-break ic-muted ic-text-11 ic-figures ic-text-center ${styles.barText}`}
                aria-hidden="true"
              >
                {barText(bar)}
              </span>{' '}
              <span className={`ic-text-12 ic-figures ic-end ${styles.barCount}`} aria-hidden="true">
                {metricText(bar.count, { unit: 'count', showZero: true })}
              </span>
            </>
          );
          return path === undefined ? (
            <Tooltip key={bar.from} title={text}>
              <li className={`ic-stack ic-shrink ic-gap-8 ${styles.bar}`} aria-label={text}>
                {drawn}
              </li>
            </Tooltip>
          ) : (
            <li key={bar.from} className={`ic-flex ic-shrink ${styles.barPlace}`}>
              <Tooltip title={text}>
                <BarLink to={path} className={`ic-stack ic-shrink ic-gap-8 ${styles.bar}`} aria-label={text}>
                  {drawn}
                </BarLink>
              </Tooltip>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
