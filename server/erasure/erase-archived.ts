import { createHmac } from 'node:crypto';
import type { Day } from '../../shared/domain/calendar';
import type { UnknownRecord } from '../../shared/records';
import { ARCHIVED_LOGS, type ArchivedLog } from '../db/archive/archive';
import type { Tx } from '../db/database';
import { select } from '../db/statements';
import { signKeys } from '../journeys/ingest/click-keys';
import { erasedName, PAGE, pageSign, PERSONAL } from '../journeys/privacy/persons';
import { forgetIpDays } from '../rollups';

type Reading = Pick<Tx, 'query' | 'archive'>;

/**
 * Identifies the erasure that signed a URL, so an interrupted one can continue. Does not reveal the secret.
 */
export const secretName = (secret: string): string =>
  createHmac('sha256', secret).update('name').digest('hex').slice(0, 12);

/** Returns the replacement of a page's URL. */
export const signedPage = (url: string, secret: string): string =>
  `${pageSign(url, secret)}&by=${secretName(secret)}`;

/** Returns the archived rows of visitors. */
export async function readArchived(
  tx: Reading,
  productId: number,
  log: ArchivedLog,
  visitors: readonly string[],
): Promise<UnknownRecord[]> {
  const days = await select<{ day: Day }>(tx)`SELECT day FROM archived_day WHERE product_id = ${productId}`;
  return tx.archive.rowsOf(
    log,
    days.map(({ day }) => ({ productId, day })),
    visitors,
  );
}

/** Counts the archived rows of visitors. */
export async function countArchived(
  tx: Reading,
  productId: number,
  visitors: readonly string[],
): Promise<Record<ArchivedLog, number>> {
  const countOf = async (log: ArchivedLog) => (await readArchived(tx, productId, log, visitors)).length;
  return { interaction: await countOf('interaction'), access: await countOf('access') };
}

/**
 * Erases the visitors from one archived file, as `eraseContacts` and the new ids do in the database.
 * @returns false if no file holds them any more
 */
export async function eraseArchivedDay(
  tx: Tx,
  productId: number,
  visitors: readonly string[],
  secret: string,
): Promise<boolean> {
  const nameOf = new Map(visitors.map((id) => [id, erasedName(id, secret)]));
  const named = (id: unknown) => nameOf.get(String(id)) ?? id;
  for (const log of ARCHIVED_LOGS) {
    const rows = await readArchived(tx, productId, log, visitors);
    const [first] = rows;
    if (!first) continue;
    const removed = PERSONAL[log].filter((column) => column !== 'ua_id');
    const changes = rows
      .filter(({ day }) => day === first.day)
      .map((row) => {
        const {
          id,
          visitor_id: visitor,
          claimed_visitor_id: claimed,
          click_keys: keys,
          [PAGE[log]]: page,
        } = row;
        return {
          id,
          ...Object.fromEntries(removed.map((column) => [column, null])),
          visitor_id: named(visitor),
          [PAGE[log]]: typeof page === 'string' ? signedPage(page, secret) : null,
          ...(log === 'interaction' && {
            claimed_visitor_id: named(claimed),
            click_keys: typeof keys === 'string' ? signKeys(keys, secret) : null,
          }),
        };
      });
    const day = Number(first.day);
    await forgetIpDays(tx, productId, [day]);
    await tx.archive.replace(log, { productId, day }, changes);
    return true;
  }
  return false;
}
