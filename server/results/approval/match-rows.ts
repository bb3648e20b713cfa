import { ExcludedReason } from '../../../shared/catalog';
import { clickIdNames, NETWORK_CLICK_ID } from '../../../shared/domain/click-ids';
import { isTotalCell } from '../../../shared/domain/table-cells';
import { orderValue } from '../../../shared/domain/orders';
import type { ApprovalStatus } from '../../../shared/domain/results';
import type { Tx } from '../../db/database';
import { select, sql } from '../../db/statements';
import { CLICK_KEY_OF, clickKey } from '../../journeys';
import { groupBy } from '../../platform/group-by';
import { cellReader } from '../../records/table/mapping';
import type { TableRow } from '../../records/table/table-file';
import type { ArgumentNames } from '../argument-names';
import { argTrait } from '../effective-settings';
import { decisionKeys, type DecisionFile, type DecisionKey } from './decision-file';

export interface KnownResult {
  readonly id: string;
  readonly approval_status: ApprovalStatus;
  readonly ad_id: number;
  readonly asp_id: number;
}

/** Results by the value that names them. */
type Found = ReadonlyMap<string, readonly KnownResult[]>;
type Query = Pick<Tx, 'query'>;
/** Returns the stored forms of a value. */
type Forms = (value: string) => readonly string[];

/** Tables that find results `r` of a product by a value; `found` is the value. */
const FOUND_BY: Readonly<Record<DecisionKey | 'interaction', { from: string; found: string }>> = {
  result: { from: 'FROM result r WHERE r.product_id', found: 'r.id' },
  conversion: { from: 'FROM result r WHERE r.product_id', found: 'r.event_id' },
  // Results of repeated conversions of an order are not its results.
  order: {
    from: `FROM result_trait t JOIN result r ON r.id = t.result_id LEFT JOIN conversion c ON c.id = r.conversion_id
      WHERE (c.excluded_reason IS NULL OR c.excluded_reason <> '${ExcludedReason.DUPLICATE_ORDER}') AND t.product_id`,
    found: 't.trait',
  },
  click: {
    from: `FROM click_key k JOIN conversion c ON c.product_id = k.product_id AND c.visitor_id = k.visitor_id
      JOIN result r ON r.conversion_id = c.id AND r.interaction_id = k.event_id WHERE k.kind <> ${CLICK_KEY_OF.VIEW} AND k.product_id`,
    found: 'k.click_key',
  },
  interaction: {
    from: `FROM interaction i JOIN conversion c ON c.product_id = i.product_id AND c.visitor_id = i.visitor_id
      JOIN result r ON r.conversion_id = c.id AND r.interaction_id = i.id WHERE i.product_id`,
    found: 'i.id',
  },
};

/** Finds results by values. */
async function find(
  db: Query,
  productId: number,
  by: keyof typeof FOUND_BY,
  values: readonly string[],
  forms: Forms = (value) => [value],
): Promise<Found> {
  const { from, found } = FOUND_BY[by];
  const valueOf = new Map(values.flatMap((value) => forms(value).map((form) => [form, value] as const)));
  const rows = await select<KnownResult & { found: string }>(db)`SELECT r.id, r.approval_status, r.ad_id,
    r.asp_id, ${sql(found)} AS found ${sql(from)} = ${productId} AND ${sql(found)} IN ${valueOf.keys()}`;
  return groupBy(rows, (row) => valueOf.get(row.found) ?? row.found);
}

const CLICK_ID_NAMES = [...clickIdNames, NETWORK_CLICK_ID];

/** Row with the results it names. */
export interface MatchedRow extends TableRow {
  readonly value: string;
  readonly isTotal: boolean;
  readonly matches: readonly KnownResult[];
}

/**
 * Finds the results of each row by its key columns. Without an argument, the order keys of CV settings hold the
 * orders, else the only argument of recent conversions that finds any; `isArgumentOpen`: the user has to name it.
 */
export async function matchRows(
  db: Query,
  productId: number,
  file: DecisionFile,
  chosen: string | null,
  { orderKeys, seen }: ArgumentNames,
): Promise<{ rows: MatchedRow[]; argument: string | null; isArgumentOpen: boolean }> {
  const { mapping, rows } = file;
  const cellOf = cellReader(file);
  const keys = decisionKeys.filter((key) => mapping[key] !== null);
  const founds: { key: DecisionKey; found: Found }[] = [];
  const search = (key: DecisionKey, by: keyof typeof FOUND_BY, forms?: Forms): Promise<Found> => {
    const values = new Set(rows.map((row) => cellOf(row, key)));
    for (const { found } of founds) for (const value of found.keys()) values.delete(value);
    values.delete('');
    return find(db, productId, by, [...values], forms);
  };
  const trusted = chosen === null ? orderKeys : [chosen];
  const hits: { name: string; found: Found }[] = [];
  for (const name of mapping.order === null ? [] : trusted.length > 0 ? trusted : seen) {
    const forms = (value: string) => [value, orderValue(value) ?? value].map((form) => argTrait(name, form));
    const found = await search('order', 'order', forms);
    if (found.size > 0) hits.push({ name, found });
  }
  const used =
    trusted.length > 0 || hits.length === 1 ? hits : hits.filter(({ name }) => name === mapping.order);
  const keyed = (value: string) => CLICK_ID_NAMES.map((name) => clickKey(name, value));
  const lookUp = async (key: DecisionKey, by: Exclude<DecisionKey, 'order'>): Promise<void> => {
    if (by === 'click') founds.push({ key, found: await search(key, by, keyed) });
    founds.push({ key, found: await search(key, by === 'click' ? 'interaction' : by) });
  };
  for (const key of keys) {
    if (key === 'order') founds.push(...used.map(({ found }) => ({ key, found })));
    else await lookUp(key, key);
  }
  // Networks return result ids as their order numbers; a lone column may hold conversion ids as well.
  const others = keys.length === 1 ? (['result', 'conversion'] as const) : (['result'] as const);
  for (const key of keys) for (const by of others) if (by !== key) await lookUp(key, by);
  const matched = rows.map((row): MatchedRow => {
    const hit = founds.find(({ key, found }) => found.has(cellOf(row, key)));
    const value = hit ? cellOf(row, hit.key) : (keys.map((key) => cellOf(row, key)).find(Boolean) ?? '');
    const isTotal =
      row.fault === null && !hit && isTotalCell(value || (row.cells.find((cell) => cell !== '') ?? ''));
    return { ...row, value, isTotal, matches: hit?.found.get(value) ?? [] };
  });
  return {
    rows: matched,
    argument: chosen ?? used[0]?.name ?? trusted[0] ?? null,
    isArgumentOpen:
      trusted.length + used.length === 0 &&
      matched.some((row) => row.matches.length === 0 && !row.isTotal && cellOf(row, 'order') !== ''),
  };
}
