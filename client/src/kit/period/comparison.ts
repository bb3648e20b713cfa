import { type Comparison, type Period } from '../../../../shared/period';

export { comparisonText, namedComparisons, readComparison, shownDays, type Comparison, type ShownDays } from '../../../../shared/period';

type ComparisonKey = 'report.previous' | 'report.sameDaysLastWeek' | 'report.sameDaysLastMonth' | 'report.lastYear' | 'report.chosenDays';

/** The key of the words for what a period is compared with. */
export function comparisonKey(period: Period, comparison: Comparison): ComparisonKey {
  if (typeof comparison !== 'string') return 'report.chosenDays';
  if (comparison === 'lastYear') return 'report.lastYear';
  if (period.preset === 'thisWeek') return 'report.sameDaysLastWeek';
  return period.preset === 'thisMonth' ? 'report.sameDaysLastMonth' : 'report.previous';
}
