import { compareEvents } from '../../../shared/domain/journey';
import { nearestBefore } from '../ingest/conversion-visitor';
import { groupBy } from '../../platform/group-by';
import type { ConversionRow } from './rows';

/** A conversion that names only its customer and belongs to another visitor than stored. */
export interface MovedConversion {
  row: ConversionRow;
  visitorId: string;
}

/**
 * Assigns a visitor to each conversion that names only its customer. It is the visitor of the customer's
 * latest earlier conversion that names a visitor, or of the earliest one if all are later. That conversion
 * may have been handed over, or may have arrived later.
 *
 * @param rows all conversions of the affected customers, including excluded ones
 * @param openFrom conversions before this instant are sealed and stay
 * @returns all conversions with their visitors, and those that move
 */
export function followCustomer(
  rows: readonly ConversionRow[],
  openFrom = -Infinity,
): { conversions: ConversionRow[]; moved: MovedConversion[] } {
  if (!rows.some((row) => row.by_user)) return { conversions: [...rows], moved: [] };
  const naming = groupBy(
    rows.filter((row) => row.user_id !== null && !row.by_user && row.excluded_reason === null),
    (row) => row.user_id,
  );
  const order = (row: ConversionRow) => ({ id: row.event_id, time: row.time });
  for (const list of naming.values()) list.sort((a, b) => compareEvents(order(a), order(b)));
  const moved: MovedConversion[] = [];
  const conversions = rows.map((row) => {
    if (!row.by_user || row.time < openFrom) return row;
    // If no such conversion is left (excluded since), the visitor stays.
    const visitorId = nearestBefore(naming.get(row.user_id) ?? [], row.time)?.visitor_id ?? row.visitor_id;
    if (visitorId === row.visitor_id) return row;
    const follower = { ...row, visitor_id: visitorId };
    moved.push({ row, visitorId });
    return follower;
  });
  return { conversions, moved };
}
