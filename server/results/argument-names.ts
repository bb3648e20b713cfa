import type { Tx } from '../db/database';
import { select, sql } from '../db/statements';

/** Conversions whose arguments are read, and arguments that they may have. */
const LATEST = 200;
const MAX_NAMES = 20;

/** Names of the arguments of conversions. */
export interface ArgumentNames {
  /** Those that CV settings call the order. */
  readonly orderKeys: readonly string[];
  /** Those of the latest conversions. */
  readonly seen: readonly string[];
}

/** Reads the names of the arguments that a product's conversions have. */
export async function readArgumentNames(db: Pick<Tx, 'query'>, productId: number): Promise<ArgumentNames> {
  const keys = await select<{ order_key: string | null }>(db)`SELECT DISTINCT order_key FROM cv_setting
    WHERE product_id = ${productId} ORDER BY order_key`;
  const latest = await select<{ args: string | null }>(db)`SELECT args FROM conversion
    WHERE product_id = ${productId} ORDER BY time DESC LIMIT ${sql(LATEST)}`;
  const seen = latest.flatMap(({ args }) => [...new URLSearchParams(args ?? '').keys()]);
  return {
    orderKeys: keys.flatMap(({ order_key: name }) => name || []),
    seen: [...new Set(seen)].filter((name) => name !== '').slice(0, MAX_NAMES),
  };
}
