import { readMediumParameters, type MediumParameters } from '../../../shared/domain/delivery';
import { inForce } from '../../../shared/domain/settings';
import { keysOf } from '../../../shared/records';
import type { Row, SourceField } from '../../records/list-spec';
import { textIn } from '../../records/row-values';

/** The medium's parameter pairs by the columns that hold them, on an ad as on its asp. */
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

/** A field of a list's rows: the column of an ad or its asp. */
const field = (of: 'ad' | 'asp', name: string): string => `medium$${of}$${name}`;
const [aspId, individually] = [field('ad', 'aspId'), field('ad', 'individually')];

function parametersOf(of: 'ad' | 'asp', row: Row): MediumParameters {
  // As the database keeps it.
  const flag = (name: keyof MediumParameters) => Boolean(Number(row[field(of, name)]));
  return readMediumParameters(flag, (name) => textIn(row[field(of, name)]));
}

/**
 * The parameters of an ad that are in force. `fields` are added to a list's, `needs` to what a computed field is made
 * from; `of` reads them from a row.
 *
 * @param ad SQL alias of the ad
 * @param join what joins the ad, where the list is of something else
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
      inForce(
        parametersOf('ad', row),
        row[aspId] == null ? null : parametersOf('asp', row),
        row[individually],
      ),
  };
}
