import { readMediumParameters, type MediumParameters } from '../../../shared/domain/delivery';
import { effectiveSettings } from '../../../shared/domain/settings';
import { keysOf } from '../../../shared/records';
import type { Row, SourceField } from '../../records/list-definition';
import { textOrNull } from '../../records/row-values';

/** Columns of the medium's parameter pairs, for ads and asps alike. */
const columns = {
  aXclidFlag: 'a_xclid_flag',
  aXclid: 'a_xclid',
  aSesFlag: 'a_ses_flag',
  aSes: 'a_ses',
  aKey1Flag: 'a_key1_flag',
  aKey1: 'a_key1',
  aKey2Flag: 'a_key2_flag',
  aKey2: 'a_key2',
  aKey3Flag: 'a_key3_flag',
  aKey3: 'a_key3',
} as const satisfies Record<keyof MediumParameters, string>;

const names = keysOf(columns);

/** Returns the row field that holds a column of the ad or its asp. */
const field = (of: 'ad' | 'asp', name: string): string => `medium$${of}$${name}`;
const [aspId, individually] = [field('ad', 'aspId'), field('ad', 'individually')];

function parametersOf(of: 'ad' | 'asp', row: Row): MediumParameters {
  // Raw database value.
  const flag = (name: keyof MediumParameters) => Boolean(Number(row[field(of, name)]));
  return readMediumParameters(flag, (name) => textOrNull(row[field(of, name)]));
}

/**
 * Returns the effective medium parameters of an ad: `fields` extend a list's fields, `needs` are the sources of
 * a computed field, and `of` reads the parameters from a row.
 *
 * @param ad SQL alias of the ad
 * @param join SQL that joins the ad, if the list is not of ads
 */
export function mediumParameters(ad: string, join = '') {
  const joined = `${join} LEFT JOIN asp m_asp ON m_asp.id = ${ad}.asp_id`.trim();
  const at = (sql: string): SourceField => ({ sql, join: joined });
  const fields: Readonly<Record<string, SourceField>> = {
    [aspId]: at('m_asp.id'),
    [individually]: at(`${ad}.use_params_individually_setting`),
    ...Object.fromEntries(
      names.flatMap((name) => [
        [field('ad', name), at(`${ad}.${columns[name]}`)],
        [field('asp', name), at(`m_asp.${columns[name]}`)],
      ]),
    ),
  };
  return {
    fields,
    needs: Object.keys(fields),
    of: (row: Row): MediumParameters =>
      effectiveSettings(
        parametersOf('ad', row),
        row[aspId] == null ? null : parametersOf('asp', row),
        row[individually],
      ),
  };
}
