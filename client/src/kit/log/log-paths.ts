import type { TFunction } from 'i18next';
import { endOfDay, startOfDay } from '../../../../shared/domain/calendar';
import type { Chosen } from '../list/list-source';

const ENDPOINTS = ['redirect', 'landing', 'collect', 's2s', 'postback', 'import', 'console'] as const;

/** Returns the name of the endpoint that received an event. */
export function endpointLabel(t: TFunction, endpoint: string): string {
  const known = ENDPOINTS.find((one) => one === endpoint);
  return known ? t(`logs.doors.${known}`) : endpoint;
}

const under =
  (path: string) =>
  (id: string): string =>
    `${path}/${encodeURIComponent(id)}`;

/** Paths of log rows, and of a visitor's history. */
export const logPaths = {
  access: under('/log/access'),
  reference: under('/log/reference'),
  interaction: under('/log/interaction'),
  /** An event id may occur under several settings. */
  conversion: (id: string, cvSettingId: number): string => `${under('/log/cv')(id)}?setting=${cvSettingId}`,
  result: under('/log/result'),
  postback: under('/log/result-queue'),
  send: under('/log/conversion-send'),
  visitor: under('/log/visitor'),
} as const;

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
