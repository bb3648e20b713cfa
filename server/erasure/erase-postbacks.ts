import { NoPostbackReason } from '../../shared/domain/results';
import { placeholders, type Tx } from '../db/database';
import { chunksOf, selectIn } from '../db/chunks';

/** Reason of a pending postback that an erasure withdraws. */
export const WITHDRAWN = NoPostbackReason.ERASED;

const originOf = (url: string): string => (URL.canParse(url) ? `${new URL(url).origin}/` : '');

/**
 * Erases personal data from the postbacks of results, including sent ones and their attempts. Pending
 * postbacks are withdrawn: without the click id they tell the ad network nothing.
 */
export async function erasePostbacks(tx: Tx, resultIds: readonly string[]): Promise<void> {
  const rows = await selectIn<{ id: string; url: string }>(
    tx,
    'SELECT id, url FROM postback WHERE result_id IN',
    [],
    resultIds,
  );
  for (const { id, url } of rows) {
    await tx.execute(
      'UPDATE postback SET url = ?, result_status = CASE WHEN due_at IS NULL THEN result_status ELSE 0 END, reason = CASE WHEN due_at IS NULL THEN reason ELSE ? END, due_at = NULL, owner = NULL WHERE id = ?',
      [originOf(url), WITHDRAWN, id],
    );
  }
  for (const chunk of chunksOf(rows)) {
    const list = `postback_id IN (${placeholders(chunk)})`;
    const ids = chunk.map(({ id }) => id);
    const attempts = await tx.query<{ id: number; url: string }>(
      `SELECT id, url FROM postback_attempt WHERE ${list}`,
      ids,
    );
    for (const { id, url } of attempts) {
      await tx.execute(
        'UPDATE postback_attempt SET url = ?, request_headers = NULL, error_detail = NULL, answer = NULL WHERE id = ?',
        [originOf(url), id],
      );
    }
  }
}

/** True while a postback of these results is being sent; its log entry would store personal data again. */
export async function isSending(
  tx: Pick<Tx, 'query'>,
  resultIds: readonly string[],
  now: number,
): Promise<boolean> {
  const sql = 'SELECT id FROM postback WHERE owner IS NOT NULL AND due_at > ? AND result_id IN';
  return (await selectIn(tx, sql, [now], resultIds, 'LIMIT 1')).length > 0;
}
