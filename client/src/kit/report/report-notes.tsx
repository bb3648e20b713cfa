import { useTranslation } from 'react-i18next';
import { countDays, type DayRange } from '../../../../shared/domain/calendar';
import { formatRange } from '../../i18n/punctuation';
import { comparisonKey, type ResolvedDays } from '../period/comparison';
import styles from './report-screen.module.css';
import type { ReportState } from './url-state';
import { formatDay, formatDateTime } from '../tokyo-date';
import { SyncOutlined, ReloadOutlined } from '@ant-design/icons';
import { metricText } from '../table/number-cell';
import type { Backlog } from './use-report-data';
import { metricValue, type ReportRow } from './answer';
import type { BlockProps } from './report-blocks';
import { Button } from 'antd';
import type { ReactNode } from 'react';

interface ComparisonNoteProps {
  state: Pick<ReportState, 'period' | 'comparison'>;
  days: ResolvedDays;
  /** Text shown in place of the days, if nothing visible is compared with them. */
  instead?: string | undefined;
}

const lengthOf = ({ from, to }: DayRange): number => countDays(from, to);

/** States which days are compared with, and which days are unfinished. */
export function ComparisonNote({ state, days, instead }: ComparisonNoteProps) {
  const { t } = useTranslation();
  const { range, previous, beside, unfinished } = days;
  const what = t(comparisonKey(state.period, state.comparison));
  const compared = previous
    ? t('report.comparedWith', { what, days: formatRange(formatDay(previous.from), formatDay(previous.to)) })
    : t('report.notCompared');
  const [now, before] = [lengthOf(range), lengthOf(previous ?? range)];
  // Only for chosen days: presets compare whole months with each other.
  const isUnlike = typeof state.comparison !== 'string' && now !== before;
  return (
    <p className={`ic-flex ic-wrap ic-gap-4-12 ic-caption ic-figures ${styles.compared}`}>
      <span>{instead ?? compared}</span>
      {isUnlike && instead === undefined && (
        <span>{t('report.unlikeDays', { days: now, previous: before })}</span>
      )}
      {beside !== undefined && instead === undefined && (
        <span className="ic-running">{t('report.todayBeside')}</span>
      )}
      {unfinished && <span className="ic-running">{t('report.unfinished')}</span>}
    </p>
  );
}

/**
 * Tells the user that metrics are still being computed, with the backlog and the estimated time; renders
 * nothing without a backlog.
 */
export function ComputingNote({ backlog }: { backlog: Backlog | null }) {
  const { t } = useTranslation();
  if (!backlog) return null;
  const { visitors, days, secondsLeft } = backlog;
  const left = [
    visitors > 0 && t('report.computingVisitors', { count: visitors }),
    visitors === 0 && days > 0 && t('report.computingDays', { count: days }),
    secondsLeft != null &&
      t('report.computingLeft', { time: metricText(secondsLeft, { unit: 'seconds', showZero: true }) }),
  ].filter(Boolean);
  return (
    <p
      className="ic-baseline ic-gap-8 ic-rounded ic-p-8-16 ic-text-13 ic-toned ic-tone-warning"
      role="status"
    >
      <SyncOutlined className="ic-warning" aria-hidden="true" />
      <span>
        {t('report.computing')}
        <span className="ic-nowrap ic-secondary ic-figures ic-push">{left.join('　')}</span>
      </span>
    </p>
  );
}

/** Empty state of a chart: the search hides every row, or none has a value. */
export function NoValues({ rows, controls }: Pick<BlockProps, 'rows' | 'controls'>) {
  const { t } = useTranslation();
  return (
    <p className="ic-center ic-tall ic-muted">
      {t(rows?.length === 0 && controls.state.search ? 'report.emptySearch' : 'report.noValues')}
    </p>
  );
}

/** Explains † once a page, if a value includes costs that media reported. */
export function MediaNote({ total }: { total: ReportRow | undefined }) {
  const { t } = useTranslation();
  return ((total && metricValue(total, 'mediaDays')) ?? 0) > 0 ? (
    <span>† {t('report.fromMediaNote')}</span>
  ) : null;
}

export interface AsOfFootProps {
  /** Its place, instead of a card's foot. */
  className?: string | undefined;
  /** Time of the data; undefined while it loads. */
  asOf: string | undefined;
  loading: boolean;
  onRefresh: () => void;
  /** Note before the time. */
  children?: ReactNode;
}

/** Foot of a report: the time of its data and a button that reads it again. */
export function AsOfFoot({
  className = 'ic-line-top ic-p-8-16',
  asOf,
  loading,
  onRefresh,
  children,
}: AsOfFootProps) {
  const { t } = useTranslation();
  return (
    <footer className={`ic-row ic-to-end ic-gap-4 ic-hint ic-figures ${className}`}>
      {children}
      {asOf !== undefined && <span>{t('report.asOf', { time: formatDateTime(asOf) })}</span>}
      <Button
        type="text"
        size="small"
        icon={<ReloadOutlined spin={loading} />}
        aria-label={t('report.refresh')}
        onClick={onRefresh}
      />
    </footer>
  );
}
