import { comparisonWord, type Comparison, type Period } from '../../../../shared/period';

export {
  formatComparison as comparisonText,
  namedComparisons,
  readComparison,
  resolveDays,
  type Comparison,
  type ResolvedDays,
} from '../../../../shared/period';

/** Returns the i18n key for the name of a comparison. */
export const comparisonKey = (
  period: Period,
  comparison: Comparison,
): `report.${ReturnType<typeof comparisonWord>}` => `report.${comparisonWord(period, comparison)}`;
