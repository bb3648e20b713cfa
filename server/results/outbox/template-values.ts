import { formatDateTime } from '../../../shared/domain/calendar';
import type { Placeholder, TemplateValues } from '../../../shared/domain/results';
import { placeholders, type Tx } from '../../db/database';
import { chunksOf, MAX_KEYS } from '../../db/chunks';

/** Placeholders filled from the result; the status word comes from the ad network. */
export type ResultPlaceholder = Exclude<Placeholder, 'status'>;

/** Columns of the placeholders in the result `e` or its conversion `c`. */
const COLUMNS: Readonly<Record<ResultPlaceholder, string>> = {
  xclid: 'e.xclid',
  ses: 'e.ses',
  key1: 'e.key1',
  key2: 'e.key2',
  key3: 'e.key3',
  ad_id: 'e.ad_id',
  result_id: 'e.id',
  conversion_id: 'e.event_id',
  cv_time: 'e.cv_time',
  args: 'c.args',
  user_id: 'c.user_id',
  other_key1: 'c.other_key1',
  other_key2: 'c.other_key2',
  other_key3: 'c.other_key3',
  amount: 'c.amount_sen',
};

export const isOfResult = (name: Placeholder): name is ResultPlaceholder => name !== 'status';

type Row = TemplateValues & { readonly result_key: string };

/**
 * Formats values for templates: times as in the console, amounts in yen. Works in place, because copying many
 * rows takes longer than reading them.
 */
function formatValues(row: Row): TemplateValues {
  if (row.cv_time !== undefined) row.cv_time = formatDateTime(Number(row.cv_time));
  if (row.amount != null) row.amount = Number(row.amount) / 100;
  return row;
}

/**
 * Reads the template values of results by id; callers own the objects.
 * @param names placeholders to read; reading all takes twice as long
 */
export async function templateValues(
  tx: Pick<Tx, 'query'>,
  resultIds: readonly string[],
  names: Iterable<ResultPlaceholder>,
): Promise<Map<string, TemplateValues>> {
  const requested = [...new Set(names)].sort();
  const columns = requested.map((name) => `, ${COLUMNS[name]} AS ${name}`).join('');
  const conversions = requested.some((name) => COLUMNS[name].startsWith('c.'))
    ? 'LEFT JOIN conversion c ON c.id = e.conversion_id'
    : '';
  const values = new Map<string, TemplateValues>();
  for (const chunk of chunksOf(resultIds, MAX_KEYS)) {
    const sql = `SELECT e.id AS result_key${columns} FROM result e ${conversions} WHERE e.id IN (${placeholders(chunk)})`;
    for (const row of await tx.query<Row>(sql, chunk)) values.set(row.result_key, formatValues(row));
  }
  return values;
}
