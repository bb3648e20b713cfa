import { compareEvents } from '../../../shared/domain/journey';
import { nearestBefore } from '../ingest/conversion-visitor';
import { groupBy } from '../sql/group-by';
import type { ConversionRow } from './rows';

/** A conversion that names its customer only and belongs to another visitor than was stored. */
export interface MovedConversion {
  row: ConversionRow;
  visitorId: string;
}

/**
 * Gives each conversion that names its customer only the visitor of that customer's latest
 * conversion at or before its time which names one itself, or of the earliest where all are later.
 * That one may have been handed over, or have come later.
 *
 * @param rows all conversions of the customers concerned, excluded ones too.
 * @param openFrom conversions before this instant are sealed and stay.
 * @returns the conversions as they should be, and those among them that move.
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
    // Where none is left (excluded since), the visitor stays.
    const visitorId = nearestBefore(naming.get(row.user_id) ?? [], row.time)?.visitor_id ?? row.visitor_id;
    if (visitorId === row.visitor_id) return row;
    const follower = { ...row, visitor_id: visitorId };
    moved.push({ row, visitorId });
    return follower;
  });
  return { conversions, moved };
}
