import { createHash, createHmac } from 'node:crypto';
import { keysOf } from '../../../shared/records';
import { clickIdNames, NETWORK_CLICK_ID, type ClickIds } from '../../../shared/domain/click-ids';
import { networkKey } from '../../auth/attempt-limit';
import { chunksOf } from '../../db/statements';
import { placeholders, type Tx } from '../../db/database';
import type { ViewEvent } from '../events/incoming-event';

/** Kinds of events in `click_key`: clicks, views that may join one, and interactions that views made. */
export const CLICK_KEY_OF = { CLICK: 1, VIEW: 2, LANDING: 3 } as const;

/**
 * Returns the key that finds the events with a click id: 32 hexadecimal digits.
 * @param name parameter of the id; `a_xclid` for the network's own one, stored as `xclid`
 */
export const clickKey = (name: string, value: string): string =>
  createHash('sha256').update(`${name}=${value}`).digest('hex').slice(0, 32);

/** Returns the keys of click ids in the form of a column; null if there are none. */
function joinKeys(ids: ClickIds): string | null {
  const keys = keysOf(ids).flatMap((name) => {
    const value = ids[name];
    return value == null ? [] : [clickKey(name, value)];
  });
  return keys.length > 0 ? keys.join(' ') : null;
}

/** Splits the keys of a column. */
export const splitKeys = (column: string | null): string[] => (column ? column.split(' ') : []);

/** Returns the click ids of an interaction as columns: by name as JSON, and all of them as keys. */
export function clickIdColumns(
  ids: ClickIds | undefined,
  xclid: string | null,
): { click_ids: string | null; click_keys: string | null } {
  if (!ids && xclid === null) return { click_ids: null, click_keys: null };
  const known = clickIdNames.flatMap((name) => {
    const value = ids?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    click_ids: known.length > 0 ? JSON.stringify(Object.fromEntries(known)) : null,
    click_keys: joinKeys({
      ...Object.fromEntries(known),
      ...(xclid !== null && { [NETWORK_CLICK_ID]: xclid }),
    }),
  };
}

/** An interaction with the columns that its keys need. */
interface KeyedInteraction {
  readonly product_id: number;
  readonly id: string;
  readonly time: number;
  readonly visitor_id: string;
  readonly door: string;
  readonly click_keys: string | null;
}

/** Builds the rows of `click_key` for interactions and for views that may join a click. */
export function clickKeyRows(interactions: readonly KeyedInteraction[], views: readonly ViewEvent[]) {
  return [
    ...interactions.flatMap((row) =>
      splitKeys(row.click_keys).map((click_key) => ({
        product_id: row.product_id,
        click_key,
        kind: row.door === 'landing' ? CLICK_KEY_OF.LANDING : CLICK_KEY_OF.CLICK,
        time: row.time,
        event_id: row.id,
        visitor_id: row.visitor_id,
      })),
    ),
    ...views.flatMap((view) =>
      (view.clickIds ? splitKeys(joinKeys(view.clickIds)) : []).map((click_key) => ({
        product_id: view.productId,
        click_key,
        kind: CLICK_KEY_OF.VIEW,
        time: view.time,
        event_id: view.id,
        visitor_id: view.visitorId,
      })),
    ),
  ];
}

/** Gives the keys of clicks that were handed over to the clicks' new owners. */
export async function moveClickKeys(
  tx: Pick<Tx, 'execute'>,
  productId: number,
  clicks: readonly Pick<KeyedInteraction, 'id' | 'time' | 'visitor_id' | 'click_keys'>[],
): Promise<void> {
  for (const chunk of chunksOf(
    clicks.filter(({ click_keys }) => click_keys !== null),
    60,
  )) {
    const keys = chunk.flatMap(({ click_keys }) => splitKeys(click_keys));
    await tx.execute(
      `UPDATE click_key SET visitor_id = CASE event_id ${chunk.map(() => 'WHEN ? THEN ?').join(' ')} ELSE visitor_id END
        WHERE product_id = ? AND click_key IN (${placeholders(keys)}) AND kind = ? AND time IN (${placeholders(chunk)}) AND event_id IN (${placeholders(chunk)})`,
      [
        ...chunk.flatMap(({ id, visitor_id }) => [id, visitor_id]),
        productId,
        ...keys,
        CLICK_KEY_OF.CLICK,
        ...chunk.map(({ time }) => time),
        ...chunk.map(({ id }) => id),
      ],
    );
  }
}

const SIGNED = '~';

/** Replaces an erased key. Equal keys stay equal; the key of the signature is deleted after the erasure. */
export const signKey = (key: string, secret: string): string =>
  key.startsWith(SIGNED) ? key : SIGNED + createHmac('sha256', secret).update(key).digest('hex').slice(0, 31);

/** Does the same for the keys of a column. */
export const signKeys = (column: string | null, secret: string): string | null =>
  column === null
    ? null
    : splitKeys(column)
        .map((key) => signKey(key, secret))
        .join(' ');

/**
 * Returns a check value of a landing's network, which tells whether another landing of the same interaction
 * comes from it (v6: its /64). Five digits name no address: thousands of networks share them.
 */
export function networkCheck(interactionRef: string, ip: string | null): string | null {
  if (ip === null) return null;
  return createHash('sha256')
    .update(`${interactionRef} ${networkKey(ip)}`)
    .digest('hex')
    .slice(0, 5);
}
