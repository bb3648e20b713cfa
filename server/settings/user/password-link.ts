import { hashSecret, randomSecret } from '../../auth/tokens';
import { execute } from '../../db/statements';
import type { Tx } from '../../db/database';

const HOUR_MS = 60 * 60_000;

/**
 * Password links: lifetime, console page, and whether the link includes the address.
 * A user who resets their password has just typed the address; an invited user may not know it.
 */
export const passwordLinks = {
  reset: { livesMs: HOUR_MS, page: 'reset-password', named: false },
  invitation: { livesMs: 7 * 24 * HOUR_MS, page: 'invitation', named: true },
} as const;

export type LinkPurpose = keyof typeof passwordLinks;

/**
 * Creates a link that sets a user's password once, and replaces earlier links of the same purpose. Only the
 * token's hash is stored.
 * The address is in the URL fragment, which is not sent to servers; the following sign-in fills it in.
 */
export async function makePasswordLink(
  tx: Tx,
  { id, email }: { id: number; email: string },
  purpose: LinkPurpose,
  publicUrl: string,
  now: number,
): Promise<string> {
  const { livesMs, page, named } = passwordLinks[purpose];
  const token = randomSecret();
  await execute(tx)`DELETE FROM password_reset WHERE (user_id = ${id} AND purpose = ${purpose})
    OR expires_at < ${now}`;
  await execute(tx)`INSERT INTO password_reset (user_id, purpose, token_hash, expires_at)
    VALUES (${id}, ${purpose}, ${hashSecret(token)}, ${now + livesMs})`;
  return `${publicUrl}/${page}?token=${token}${named ? `#${new URLSearchParams({ email })}` : ''}`;
}
