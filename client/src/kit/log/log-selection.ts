import { endOfDay, startOfDay } from '../../../../shared/domain/calendar';
import type { Chosen } from '../list/types';

/** Converts selected rows to mutation input: their ids, or the conditions of the list. */
export function logSelection(chosen: Chosen<string>, productId: number) {
  if (chosen.kind === 'ids') return { ids: [...chosen.ids], filter: null };
  const { keyword, filter, period } = chosen.query;
  const times = period && {
    timeFrom: new Date(startOfDay(period.from)).toISOString(),
    timeTo: new Date(endOfDay(period.to)).toISOString(),
  };
  return { ids: null, filter: { ...filter, productId, keyword: keyword ?? null, ...times } };
}
