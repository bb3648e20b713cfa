import { createHmac } from 'node:crypto';
import { placeholders, type Tx } from '../db/database';
import { chunksOf, updateRows } from '../journeys/sql/chunks';

/** Columns of each log that say something of a person, beside whom the row is of and the address of its page. */
export const PERSONAL = {
  interaction: ['ip', 'ua', 'params', 'referrer', 'xclid', 'ses', 'key1', 'key2', 'key3'],
  access: ['ip', 'ua', 'referrer', 'title'],
  conversion: ['ip', 'ua', 'args', 'other_key1', 'other_key2', 'other_key3', 'url', 'referrer'],
} as const;

/** The column of each log with the address of a page by which landings are told apart. */
export const PAGE = { interaction: 'landing_url', access: 'url' } as const;
export type ContactLog = keyof typeof PAGE;

/**
 * What stands for the address of a page: its host, by which domains are told, and a sign that is the same for the same
 * address, by which a landing is known to be repeated. The sign says nothing once the secret is gone.
 */
export function pageSign(url: string, secret: string): string {
  const sign = createHmac('sha256', secret).update(url).digest('hex').slice(0, 24);
  return `${URL.canParse(url) ? new URL(url).origin : 'erased:'}/?erased=${sign}`;
}

const isSigned = (url: string, secret: string): boolean => url.endsWith(`&by=${secretName(secret)}`);
/** Which erasure signed an address: so that one that is cut short goes on where it was. Says nothing of the secret. */
const secretName = (secret: string): string =>
  createHmac('sha256', secret).update('name').digest('hex').slice(0, 12);

interface ContactRow {
  readonly id: string;
  readonly page: string | null;
}

/**
 * Erases what some of a visitor's contacts or views say of the person.
 * @returns how many rows there were; 0 when nothing is left.
 */
export async function eraseContacts(
  tx: Tx,
  log: ContactLog,
  productId: number,
  visitorId: string,
  secret: string,
  most: number,
): Promise<number> {
  const page = PAGE[log];
  const unsigned = `(${page} IS NOT NULL AND SUBSTR(${page}, -16) <> ?)`;
  const rows = await tx.query<ContactRow>(
    `SELECT id, ${page} AS page FROM ${log} WHERE product_id = ? AND visitor_id = ? AND (${PERSONAL[log].map((column) => `${column} IS NOT NULL`).join(' OR ')} OR ${unsigned}) LIMIT ?`,
    [productId, visitorId, `&by=${secretName(secret)}`, most],
  );
  for (const chunk of chunksOf(rows)) {
    await tx.execute(
      `UPDATE ${log} SET ${PERSONAL[log].map((column) => `${column} = NULL`).join(', ')} WHERE product_id = ? AND id IN (${placeholders(chunk)})`,
      [productId, ...chunk.map(({ id }) => id)],
    );
  }
  const signed = rows.flatMap(({ id, page: url }) =>
    url === null || isSigned(url, secret)
      ? []
      : [{ key: id, values: [`${pageSign(url, secret)}&by=${secretName(secret)}`] }],
  );
  await updateRows(tx, log, 'id', [page], productId, signed);
  return rows.length;
}
