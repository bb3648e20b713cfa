import { badInput } from '../../auth/failure';
import type { Condition } from '../../db/condition';
import { afterPosition } from '../../records/keyset';

/** Position of an event in a story: time, index of its kind, key. */
export type StoryPosition = readonly [time: number, kind: number, key: string | number];

/** Encodes a position as a cursor, which is valid only in the same order. */
export const encodeStoryCursor = (newestFirst: boolean, position: StoryPosition): string =>
  Buffer.from(JSON.stringify([newestFirst, ...position])).toString('base64url');

function parseJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Decodes a cursor. @throws BAD_USER_INPUT when it does not belong to a story in this order */
export function decodeStoryCursor(
  name: 'after' | 'before',
  text: string,
  newestFirst: boolean,
  kinds: number,
): StoryPosition {
  const [order, time, kind, key, ...more] = parseJson(text);
  const isKind = typeof kind === 'number' && Number.isInteger(kind) && kind >= 0 && kind < kinds;
  if (
    order !== newestFirst ||
    !Number.isSafeInteger(time) ||
    !isKind ||
    (typeof key !== 'string' && typeof key !== 'number') ||
    more.length > 0
  ) {
    throw badInput({ [name]: { key: 'invalidInput' } });
  }
  return [Number(time), kind, key];
}

/** Matches the rows of a kind after a position, forwards or backwards in time. */
export function afterStoryPosition(
  [time, ofKind, key]: StoryPosition,
  kind: number,
  timeSql: string,
  forwards: boolean,
): Condition {
  if (kind === ofKind) return afterPosition([timeSql, 'e.id'], [time, key], forwards);
  const sameInstant = forwards === kind > ofKind;
  return { sql: `${timeSql} ${forwards ? '>' : '<'}${sameInstant ? '=' : ''} ?`, params: [time] };
}
