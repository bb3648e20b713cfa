import { hashSecret, randomSecret } from '../../auth/tokens';
import { insertRows, type Tx } from '../../db/database';

const HOUR_MS = 60 * 60_000;

/**
 * The links that set a password: how long each lives, the page of the console that takes it, and whether it says for which
 * address it is. Whoever asked for one has just typed theirs; whoever is invited may not know under which.
 */
export const passwordLinks = {
  reset: { livesMs: HOUR_MS, page: 'reset-password', named: false },
  invitation: { livesMs: 7 * 24 * HOUR_MS, page: 'invitation', named: true },
} as const;

export type LinkPurpose = keyof typeof passwordLinks;

/**
 * Makes a link that sets a user's password once. It takes the place of those made for the same purpose before; only its
 * hash is kept. The address stands where no server reads along: the sign-in that follows asks for it.
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
  await tx.execute('DELETE FROM password_reset WHERE (user_id = ? AND purpose = ?) OR expires_at < ?', [
    id,
    purpose,
    now,
  ]);
  await insertRows(
    tx,
    'password_reset',
    ['user_id', 'purpose', 'token_hash', 'expires_at'],
    [[id, purpose, hashSecret(token), now + livesMs]],
  );
  return `${publicUrl}/${page}?token=${token}${named ? `#${new URLSearchParams({ email })}` : ''}`;
}
