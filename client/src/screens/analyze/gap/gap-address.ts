import type { DayRange } from '../../../../../shared/domain/calendar';
import type { GapQuery } from '../../../generated/graphql';
import { dayText } from '../../../kit/tokyo-date';

export type GapRow = GapQuery['gap']['results'][number];
export type GapAxis = 'ad' | 'asp';

/** Parameters of the address. */
export const OWN = { source: 'source', axis: 'axis', row: 'row', step: 'step', page: 'page' } as const;

export const readAxis = (address: URLSearchParams): GapAxis =>
  address.get(OWN.axis) === 'asp' ? 'asp' : 'ad';

/** Returns a positive id of the address; undefined for none. */
export const readId = (address: URLSearchParams, name: string): number | undefined => {
  const text = address.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};

/** Returns the id of a row; null for ads without an ASP. */
export const idOf = ({ adId, aspId }: GapRow): number | null => adId ?? aspId ?? null;

interface StepAddress {
  readonly productId: number;
  readonly sourceId: number;
  readonly range: DayRange;
  readonly axis: GapAxis;
  readonly row: GapRow;
}

/** Steps whose conversions we know; view-through ones are known to the medium only. */
const OPENS: ReadonlySet<string> = new Set([
  ...['own_clicks', 'window', 'exclusions', 'click_id', 'counting', 'day', 'time_zone'],
]);

/** Returns the address of a step's conversions; undefined if there are none to show. */
export function stepPath(
  { productId, sourceId, range, axis, row }: StepAddress,
  step: string,
): string | undefined {
  const id = idOf(row);
  if (!OPENS.has(step) || id === null) return undefined;
  const parameters = {
    product_id: String(productId),
    [OWN.source]: String(sourceId),
    from: dayText(range.from),
    to: dayText(range.to),
    [OWN.axis]: axis,
    [OWN.row]: String(id),
    [OWN.step]: step,
  };
  return `/analyze/gap/rows?${new URLSearchParams(parameters)}`;
}
