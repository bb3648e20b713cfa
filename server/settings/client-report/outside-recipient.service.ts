import { createHmac, timingSafeEqual } from 'node:crypto';
import { emailKey } from '../../auth/auth.service';
import { execute, select } from '../../db/statements';
import type { Database, Tx } from '../../db/database';
import { enqueueDeliveries } from '../../mail/delivery-queue';

/** Delivery kind of the mail that asks an address to confirm. */
export const CONFIRM_RECIPIENT = 'confirmRecipient';

/** Time in which an address confirms. */
const CONFIRM_MS = 14 * 24 * 3_600_000;

/** An address with its consent, in the columns of its table. */
export interface StoredRecipient {
  readonly id: number;
  readonly company_id: number;
  readonly email: string;
  readonly expires_at: number | string;
  readonly confirmed_at: number | string | null;
  readonly stopped_at: number | string | null;
}

/** Parses the addresses of a client report. */
export const addressesIn = (recipients: unknown): string[] => [
  ...new Set((typeof recipients === 'string' ? recipients : '').split(',').filter(Boolean).map(emailKey)),
];

/** Returns whether an address receives reports. */
export const isSubscribed = ({ confirmed_at: confirmed, stopped_at: stopped }: StoredRecipient): boolean =>
  confirmed !== null && stopped === null;

/** Returns the known addresses of a company. */
export const findRecipients = (
  reader: Tx | Database,
  companyId: number,
  emails: readonly string[],
): Promise<StoredRecipient[]> =>
  select<StoredRecipient>(reader)`SELECT id, company_id, email, expires_at, confirmed_at, stopped_at
    FROM outside_recipient WHERE company_id = ${companyId} AND email IN ${emails}`;

/**
 * Stores the addresses of a client report. Those of the company's users need no consent; new ones, and those that
 * let their time pass, are asked once more.
 */
export async function addRecipients(
  tx: Tx,
  companyId: number,
  emails: readonly string[],
  now: number,
): Promise<void> {
  const known = new Map((await findRecipients(tx, companyId, emails)).map((one) => [one.email, one]));
  const users = await select<{ email_key: string }>(tx)`SELECT email_key FROM app_user
    WHERE company_id = ${companyId} AND status = 1 AND email_key IN ${emails}`;
  const colleagues = new Set(users.map(({ email_key: email }) => email));
  const until = now + CONFIRM_MS;
  for (const email of emails) {
    const row = known.get(email);
    if (row && (row.confirmed_at !== null || Number(row.expires_at) > now)) continue;
    const confirmed = colleagues.has(email) ? now : null;
    const id =
      row?.id ??
      (await tx.insert(
        'INSERT INTO outside_recipient (company_id, email, created_at, expires_at, confirmed_at) VALUES (?,?,?,?,?)',
        [companyId, email, now, until, confirmed],
      ));
    if (row)
      await execute(tx)`UPDATE outside_recipient SET expires_at = ${until}, confirmed_at = ${confirmed}
        WHERE id = ${row.id}`;
    if (confirmed === null)
      await enqueueDeliveries(
        tx,
        [{ key: `${CONFIRM_RECIPIENT}:${id}:${now}`, kind: CONFIRM_RECIPIENT, subjectId: id, forTime: now }],
        now,
      );
  }
}

const signatureOf = (secret: string, id: number, email: string): string =>
  createHmac('sha256', secret).update(`outside recipient ${id} ${email}`).digest('base64url');

/**
 * Returns the secret part of an address's link, the same in every mail. It follows from the installation's secret,
 * so the database holds none.
 */
export const recipientToken = (secret: string, { id, email }: StoredRecipient): string =>
  `${id}.${signatureOf(secret, id, email)}`;

/** Returns the address of a link; null if the link is forged or the address is gone. */
export async function readRecipient(
  db: Database,
  secret: string,
  token: string,
): Promise<StoredRecipient | null> {
  const [, number = '', signature = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const [row] = await select<StoredRecipient>(db)`SELECT id, company_id, email, expires_at, confirmed_at,
    stopped_at FROM outside_recipient WHERE id = ${Number(number)}`;
  const expected = Buffer.from(signatureOf(secret, row?.id ?? 0, row?.email ?? ''));
  const given = Buffer.from(signature.padEnd(expected.length, '.'));
  return row && timingSafeEqual(expected, given) ? row : null;
}

/**
 * Subscribes or unsubscribes an address.
 * @returns whether it worked: an address confirms in time, but unsubscribes and returns at any time
 */
export async function setSubscribed(
  db: Database,
  { id, confirmed_at: confirmed, expires_at: expires }: StoredRecipient,
  subscribed: boolean,
  now: number,
): Promise<boolean> {
  if (subscribed && confirmed === null && Number(expires) <= now) return false;
  await db.write((tx) =>
    subscribed
      ? execute(
          tx,
        )`UPDATE outside_recipient SET confirmed_at = ${Number(confirmed ?? now)}, stopped_at = ${null}
          WHERE id = ${id}`
      : execute(tx)`UPDATE outside_recipient SET stopped_at = ${now} WHERE id = ${id}`,
  );
  return true;
}
