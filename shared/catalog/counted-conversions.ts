import { CvType, enumValues } from './enums';

/**
 * Conversions that a base sum includes. `pathed` conversions have a path and are therefore credited to an ad.
 */
export type CvChoice =
  { readonly type: CvType; readonly slot?: 1 | 2 | 3; readonly pathed?: true } | 'chosen';

/** Types of the conversions that a base sum counts, and SQL of a narrower condition on touches and rollups. */
interface CountedConversions {
  readonly types: readonly CvType[];
  readonly where: string | null;
}

/**
 * Returns the conversions that a choice includes.
 * @param cvSettingIds CV settings that `chosen` counts; null: all final conversions
 * @param alias prefix of the columns, with its dot
 */
export function countedConversions(
  choice: CvChoice,
  cvSettingIds: readonly number[] | null,
  alias = '',
): CountedConversions {
  if (choice === 'chosen')
    return cvSettingIds
      ? { types: enumValues(CvType), where: `${alias}cv_setting_id IN (${cvSettingIds.join(', ')})` }
      : { types: [CvType.LAST_CV], where: null };
  const { type, slot, pathed } = choice;
  // Direct conversions have ad 0.
  const where = slot ? `${alias}cv_slot = ${slot}` : pathed ? `${alias}ad_id > 0` : null;
  return { types: [type], where };
}
