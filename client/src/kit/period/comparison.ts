import { comparisonWord, type Comparison, type Period } from '../../../../shared/period';

export {
  comparisonText,
  namedComparisons,
  readComparison,
  shownDays,
  type Comparison,
  type ShownDays,
} from '../../../../shared/period';

/** Returns the i18n key for the name of a comparison. */
export const comparisonKey = (
  period: Period,
  comparison: Comparison,
): `report.${ReturnType<typeof comparisonWord>}` => `report.${comparisonWord(period, comparison)}`;
