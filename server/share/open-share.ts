import type { Locale } from '../../shared/i18n/messages';
import type { AttemptLimit } from '../auth/attempt-limit';
import { networkKey } from '../auth/attempt-limit';
import { Failure } from '../auth/failure';
import { loadBackgroundActor } from '../auth/load-actor';
import { recordUse } from '../auth/machine-tokens';
import { checkPassword } from '../auth/passwords';
import { hashSecret } from '../auth/tokens';
import { execute, select } from '../db/statements';
import type { Database } from '../db/database';
import { readShared } from '../settings/share/share.service';
import { readDocument, type DocumentDeps, type SharedDocument } from './document';
import { localeOf, withMasks } from './view-table';

/** Requests a minute and link. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Failed passwords per link and per network in a quarter of an hour, as for sign-ins. */
const FAILED = { perLink: 10, perNetwork: 100 } as const;

/** A link that has not ended, in the columns of its table. */
export interface StoredShare {
  readonly id: number;
  readonly user_id: number;
  readonly view_id: number | null;
  readonly client_report_id: number | null;
  readonly password_hash: string | null;
  readonly notes: number;
  readonly embed_hosts: string | null;
  readonly last_used_at: string | number | null;
  readonly locale: string | null;
}

/**
 * Returns the link of a secret: one that has not ended, of a product that allows links. Revoked links and those of
 * deleted views, reports and users no longer exist.
 */
export async function findShare(db: Database, token: string, now: number): Promise<StoredShare | null> {
  const [share] = await select<StoredShare>(db)`SELECT s.id, s.user_id, s.view_id, s.client_report_id,
    s.password_hash, s.notes, s.embed_hosts, s.last_used_at, u.locale FROM report_share s
    JOIN product p ON p.id = s.product_id JOIN app_user u ON u.id = s.user_id
    WHERE s.token_hash = ${hashSecret(token)} AND s.expires_at > ${now} AND p.sharing_allowed = 1`;
  return share ?? null;
}

/**
 * Counts a request to a link. An unknown one takes the same statement.
 * @throws RATE_LIMITED
 */
export async function countRequest(
  db: Database,
  token: string,
  share: StoredShare | null,
  now: number,
): Promise<void> {
  const minute = Math.floor(now / MINUTE_MS);
  // The count comes first: in MySQL, later assignments see the new values of earlier ones.
  const counted = await db.write(
    (tx) => execute(tx)`UPDATE report_share SET opened_count = CASE WHEN opened_minute = ${minute}
      THEN opened_count + 1 ELSE 1 END, opened_minute = ${minute} WHERE token_hash = ${hashSecret(token)}
      AND (opened_minute <> ${minute} OR opened_count < ${PER_MINUTE})`,
  );
  if (share && counted === 0)
    throw new Failure('RATE_LIMITED', 'rateLimited', { retryAfter: MINUTE_MS / 1000 });
}

/**
 * Checks the password of a link. An unknown link takes as long as a wrong password and counts as one.
 * @throws RATE_LIMITED
 */
export const checkSharePassword = (
  limit: AttemptLimit,
  token: string,
  share: StoredShare | null,
  { password, ip }: { password: string; ip: string },
): Promise<boolean> =>
  limit.run(
    [
      { limit: 'share from', key: networkKey(ip), maxFailures: FAILED.perNetwork },
      { limit: 'share', key: hashSecret(token), maxFailures: FAILED.perLink, resetOnSuccess: true },
    ],
    async () => {
      const right = await checkPassword(share?.password_hash ?? null, password.trim());
      return { failed: !right, result: right };
    },
  );

/**
 * Reads the content of a link: with the current rights of its creator, and masked like for the narrowest role.
 * Returns null if the creator is gone, may no longer read the report, or the view is gone.
 */
export async function readShare(
  deps: DocumentDeps,
  share: StoredShare,
  requestId: string,
): Promise<SharedDocument | null> {
  const { db, now } = deps;
  const owner = await loadBackgroundActor(db, share.user_id);
  if (!owner) return null;
  const actor = withMasks(owner, () => true);
  const locale: Locale = localeOf(share.locale);
  const subject = { viewId: share.view_id, clientReportId: share.client_report_id };
  try {
    const content = await readShared(db, actor, subject);
    const document = await readDocument(deps, actor, content, {
      locale,
      notes: Boolean(share.notes),
      requestId,
    });
    await recordUse(db, 'report_share', share, now());
    return document;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
