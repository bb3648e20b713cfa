import { useTranslation } from 'react-i18next';
import { countDays, type DayRange } from '../../../../shared/domain/calendar';
import { formatRange } from '../../i18n/punctuation';
import { comparisonKey, type ResolvedDays } from '../period/comparison';
import styles from './report-screen.module.css';
import type { ReportState } from './url-state';
import { formatDay } from '../tokyo-date';

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
