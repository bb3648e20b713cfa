import { liveKinds, type LiveCounts, type LiveKind } from '../../../../../shared/catalog/live';
import type { UnknownRecord } from '../../../../../shared/records';
import { logPaths } from '../../../kit/log/log-paths';
import type { LiveEvent } from './live-stream';

/** Row of a log as it passed. */
export interface LiveRow {
  readonly key: string;
  readonly kind: LiveKind;
  /** Tokyo time, `yyyy/MM/dd HH:mm:ss`. */
  readonly time: string;
  readonly ad: { readonly id: number; readonly label: string } | null;
  /** Page of the row in its log. */
  readonly href: string;
  /** Fields as the log has them over REST. */
  readonly fields: UnknownRecord;
}

/** Rows that the server left out because too many passed. */
export interface LeftOut {
  readonly key: string;
  readonly counts: LiveCounts;
  readonly more: boolean;
}

export type LiveEntry = LiveRow | LeftOut;
export const isRow = (entry: LiveEntry): entry is LiveRow => 'kind' in entry;

/** Entries in memory. */
const MAX_ENTRIES = 300;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const NAMES: Readonly<Record<LiveKind, { time: string; adId: string; ad: string }>> = {
  click: { time: 'created_at', adId: 'ad_id', ad: 'ad' },
  view: { time: 'access_time', adId: 'ad_id', ad: 'ad' },
  cv: { time: 'cv_time', adId: 'last_cv_ad_id', ad: 'last_cv_ad' },
  result: { time: 'created_at', adId: 'ad_id', ad: 'ad' },
  postback: { time: 'created_at', adId: 'ad_id', ad: 'ad' },
  rejected: { time: 'refused_at', adId: '', ad: '' },
};

function hrefOf(kind: LiveKind, id: string, fields: UnknownRecord): string {
  switch (kind) {
    case 'click':
      return logPaths.interaction(id);
    case 'view':
      return logPaths.access(id);
    case 'cv':
      return logPaths.conversion(id, Number(fields.cv_setting_id));
    case 'result':
      return logPaths.result(id);
    case 'postback':
      return logPaths.postback(id);
    case 'rejected':
      return '/log/refused';
  }
}

/** Returns an event as an entry; undefined for other events. */
export function entryOf({ name, data, id: batch }: LiveEvent): LiveEntry | undefined {
  if (name === 'counts') {
    const { more, ...given } = data;
    const counts: LiveCounts = {};
    for (const kind of liveKinds) if (typeof given[kind] === 'number') counts[kind] = given[kind];
    return { key: `counts ${batch ?? ''}`, counts, more: more === true };
  }
  const kind = liveKinds.find((one) => one === name);
  if (!kind) return undefined;
  const names = NAMES[kind];
  const id = text(data.id);
  const adId = data[names.adId];
  return {
    key: `${kind} ${id} ${kind === 'cv' ? String(data.cv_setting_id) : ''}`,
    kind,
    time: text(data[names.time]),
    ad: typeof adId === 'number' ? { id: adId, label: text(data[names.ad]) || `#${adId}` } : null,
    href: hrefOf(kind, id, data),
    fields: data,
  };
}

/** Adds up two counts. */
function sumOf(a: LeftOut, b: LeftOut): LeftOut {
  const counts: LiveCounts = { ...a.counts };
  for (const kind of liveKinds) {
    const sum = (a.counts[kind] ?? 0) + (b.counts[kind] ?? 0);
    if (sum > 0) counts[kind] = sum;
  }
  return { key: a.key, counts, more: a.more || b.more };
}

/** Adds entries in front, newest first. Counts without a row between them are added up. */
export function withNewer(entries: readonly LiveEntry[], newer: readonly LiveEntry[]): LiveEntry[] {
  const all = [...entries];
  for (const entry of newer) {
    const [first] = all;
    if (first && !isRow(first) && !isRow(entry)) all[0] = sumOf(first, entry);
    else all.unshift(entry);
  }
  return all.slice(0, MAX_ENTRIES);
}

/** Shown entries, and those that wait while the view is held. */
export interface LiveList {
  readonly shown: readonly LiveEntry[];
  readonly waiting: readonly LiveEntry[];
}

export const NO_ENTRIES: LiveList = { shown: [], waiting: [] };

/** Adds the entries of a batch. A known row is replaced where it is. */
export function receive(
  { shown, waiting }: LiveList,
  batch: readonly LiveEntry[],
  isHeld: boolean,
): LiveList {
  const latest = new Map(batch.map((entry) => [entry.key, entry]));
  const known = new Set([...shown, ...waiting].map(({ key }) => key));
  const update = (entry: LiveEntry): LiveEntry => (isRow(entry) ? (latest.get(entry.key) ?? entry) : entry);
  const added = [...latest.values()].filter((entry) => !known.has(entry.key) || !isRow(entry));
  const next = { shown: shown.map(update), waiting: waiting.map(update) };
  return isHeld
    ? { ...next, waiting: withNewer(next.waiting, added) }
    : { shown: withNewer(next.shown, [...next.waiting.toReversed(), ...added]), waiting: [] };
}

/** Returns the number of rows that wait, including those that were only counted. */
export const waitingCount = ({ waiting }: LiveList): number =>
  waiting.reduce(
    (sum, entry) =>
      sum + (isRow(entry) ? 1 : Object.values(entry.counts).reduce((all, count) => all + count, 0)),
    0,
  );
