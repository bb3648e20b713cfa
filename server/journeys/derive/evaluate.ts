import { compareEvents, DAY_MS } from '../../../shared/domain/journey';
import { conversionPath, type PathFacts, type Touch } from './conversion-path';
import type { Customer } from './customers';
import type { Acquisition } from './later-conversion';
import type { ConversionRow, NewConversionRow, StoredTouch } from './rows';

/** A conversion with the derived values of itself and its touches. */
export interface ConversionFacts<R extends NewConversionRow = ConversionRow> {
  row: R;
  facts: PathFacts;
  touches: StoredTouch[];
  acquisition: Acquisition<R>;
}

/** Returns the index of the first touch at or after an instant, in touches ordered by time. */
function firstFrom(touches: readonly Touch[], time: number): number {
  let low = 0;
  let high = touches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((touches[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Evaluates a customer's due conversions one by one, because a path can be long. */
export function* evaluate<R extends NewConversionRow>(
  productId: number,
  customer: Customer<R>,
  byVisitor: ReadonlyMap<string, Touch[]>,
): Generator<ConversionFacts<R>> {
  const { linkedSince, due } = customer;
  const touches = [...linkedSince.keys()].flatMap((id) => byVisitor.get(id) ?? []).sort(compareEvents);
  for (const { row, previousTime, acquisition } of due) {
    const from = firstFrom(touches, row.time - row.tracking_term * DAY_MS);
    const to = firstFrom(touches, row.time + 1);
    const path = touches
      .slice(from, to)
      .filter((touch) => (linkedSince.get(touch.row.visitor_id) ?? Infinity) <= row.time);
    yield { row, ...conversionPath(productId, row, path, previousTime), acquisition };
  }
}
