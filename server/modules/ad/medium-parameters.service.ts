import type { MediumParameters } from '../../../shared/domain/delivery';
import type { Row, SourceField } from '../../crud/list-spec';

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

const names = Object.keys(columns) as (keyof typeof columns)[];

/**
 * The parameters of an ad that are in force: its own where it says so or has no asp, else its asp's. `fields` are
 * added to a list's, `needs` to what a computed field is made from; `of` reads them from a row.
 *
 * @param ad SQL alias of the ad
 * @param join what joins the ad, where the list is of something else
 */
export function mediumParameters(ad: string, join = '') {
  const joined = `${join} LEFT JOIN asp m_asp ON m_asp.id = ${ad}.asp_id AND NOT ${ad}.use_params_individually_setting`.trim();
  const pairs = names.map((name): [string, SourceField] => {
    const column = columns[name];
    return [`medium$${name}`, { sql: `CASE WHEN m_asp.id IS NULL THEN ${ad}.${column} ELSE m_asp.${column} END`, join: joined }];
  });
  const fields: Readonly<Record<string, SourceField>> = Object.fromEntries(pairs);
  return {
    fields,
    needs: Object.keys(fields),
    of: (row: Row) => Object.fromEntries(names.map((name) => [name, row[`medium$${name}`]])) as unknown as MediumParameters,
  };
}
