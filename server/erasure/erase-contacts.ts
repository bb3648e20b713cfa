import { createHmac } from 'node:crypto';
import { placeholders, type Tx } from '../db/database';
import { chunksOf, updateRows } from '../db/chunks';
import { PAGE, pageSign, PERSONAL, type ContactLog } from '../journeys/privacy/personal-columns';

const isSigned = (url: string, secret: string): boolean => url.endsWith(`&by=${secretName(secret)}`);
/**
 * Identifies the erasure that signed a URL, so an interrupted one can continue. Does not reveal the secret.
 */
const secretName = (secret: string): string =>
  createHmac('sha256', secret).update('name').digest('hex').slice(0, 12);

interface ContactRow {
  readonly id: string;
  readonly page: string | null;
}

/**
 * Erases personal data from some of a visitor's contacts or views.
 * @returns the number of erased rows; 0 if none are left
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
