import { useTranslation } from 'react-i18next';
import { countDays, type DayRange } from '../../../../shared/domain/calendar';
import { spanned } from '../../i18n/punctuation';
import { comparisonKey, type ShownDays } from '../period/comparison';
import styles from './report-filters.module.css';
import type { ReportState } from './url-state';
import { formatDay } from '../tokyo-date';

interface ComparisonNoteProps {
  state: Pick<ReportState, 'period' | 'comparison'>;
  days: ShownDays;
  /** Instead of other days, where nothing in sight is compared with them. */
  instead?: string | undefined;
}

const lengthOf = ({ from, to }: DayRange): number => countDays(from, to);

/** Which days the shown ones are compared with, and what of them is not finished. */
export function ComparisonNote({ state, days, instead }: ComparisonNoteProps) {
  const { t } = useTranslation();
  const { range, previous, beside, unfinished } = days;
  const what = t(comparisonKey(state.period, state.comparison));
  const compared = previous
    ? t('report.comparedWith', { what, days: spanned(formatDay(previous.from), formatDay(previous.to)) })
    : t('report.notCompared');
  const [now, before] = [lengthOf(range), lengthOf(previous ?? range)];
  // Days that were chosen alone: a month is set against a whole month.
  const isUnlike = typeof state.comparison !== 'string' && now !== before;
  return (
    <p className={styles.compared}>
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
