import { comparisonWord, type Comparison, type Period } from '../../../../shared/period';

export {
  comparisonText,
  namedComparisons,
  readComparison,
  shownDays,
  type Comparison,
  type ShownDays,
} from '../../../../shared/period';

/** The key of the words for what a period is compared with. */
export const comparisonKey = (
  period: Period,
  comparison: Comparison,
): `report.${ReturnType<typeof comparisonWord>}` => `report.${comparisonWord(period, comparison)}`;
