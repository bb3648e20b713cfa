import { endOfDay, startOfDay } from '../../../../shared/domain/calendar';
import type { Chosen } from '../list/types';

/** Rows of a log as its mutations take them: by their ids, or all that its list shows under the same conditions. */
export function logSelection(chosen: Chosen<string>, productId: number) {
  if (chosen.kind === 'ids') return { ids: [...chosen.ids], filter: null };
  const { keyword, filter, period } = chosen.asked;
  const times = period && {
    timeFrom: new Date(startOfDay(period.from)).toISOString(),
    timeTo: new Date(endOfDay(period.to)).toISOString(),
  };
  return { ids: null, filter: { ...filter, productId, keyword: keyword ?? null, ...times } };
}
