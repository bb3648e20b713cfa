import { useTranslation } from 'react-i18next';
import {
  addMonths,
  daysIn,
  firstDayOfMonth,
  monthOf,
  monthRange,
  type Day,
  type DayRange,
  type Month,
} from '../../../../../shared/domain/calendar';
import { currentLanguage } from '../../../i18n/i18n';
import { formatRange, joinList } from '../../../i18n/punctuation';
import { Panel } from '../../../kit/page';
import { formatDay, formatMonth } from '../../../kit/tokyo-date';
import { coverageOf, type Coverage } from './coverage';
import styles from './media-cost.module.css';

/** Gaps that are named; the others are counted. */
const MOST_GAPS = 5;

function MonthStrip({ month, coverage, to }: { month: Month; coverage: Coverage; to: Day }) {
  const stateOf = (day: Day): string =>
    coverage.days.has(day) ? 'covered' : day < coverage.from || day > to ? 'outside' : 'gap';
  const name = formatMonth(month, currentLanguage());
  return (
    <div>
      <div className="ic-hint">{name}</div>
      <div className={styles.strip} role="img" aria-label={name}>
        {daysIn(monthRange(month)).map((day) => (
          <span key={day} data-state={stateOf(day)} title={formatDay(day)} />
        ))}
      </div>
    </div>
  );
}

interface CoveragePanelProps {
  rows: ReadonlyArray<{ readonly source: string; readonly day: Day }>;
  /** Last day that can have costs. */
  to: Day;
}

/** Calendar of the imported days of each source, and its gaps in words. */
export function CoveragePanel({ rows, to }: CoveragePanelProps) {
  const { t } = useTranslation();
  const dayOrRange = ({ from, to: last }: DayRange): string =>
    from === last ? formatDay(from) : formatRange(formatDay(from), formatDay(last));
  return (
    <Panel title={t('mediaCosts.coverage.title')} lead={t('mediaCosts.coverage.lead')}>
      <div className="ic-grid ic-gap-16">
        {coverageOf(rows, to).map((coverage) => {
          const { source, from, gaps, missing } = coverage;
          const months = Array.from({ length: 14 }, (_, at) => addMonths(monthOf(from), at));
          const rest = gaps.length - MOST_GAPS;
          return (
            <div key={source} className="ic-grid ic-gap-4">
              <div className="ic-strong ic-break">{source}</div>
              <div className="ic-flex ic-wrap ic-gap-8-16">
                {months
                  .filter((month) => firstDayOfMonth(month) <= to)
                  .map((month) => (
                    <MonthStrip key={month} month={month} coverage={coverage} to={to} />
                  ))}
              </div>
              <div className={missing > 0 ? 'ic-warning' : 'ic-hint'}>
                {missing === 0
                  ? t('mediaCosts.coverage.complete', { from: formatDay(from) })
                  : t('mediaCosts.coverage.gaps', {
                      count: missing,
                      days: joinList(gaps.slice(-MOST_GAPS).map(dayOrRange)),
                    })}
                {rest > 0 && t('mediaCosts.coverage.more', { count: rest })}
              </div>
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
