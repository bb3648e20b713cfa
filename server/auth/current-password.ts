import type { AttemptLimit } from './attempt-limit';
import { badInput } from './failure';
import { checkPassword } from './passwords';

const MAX_FAILURES = 10;

/**
 * Requires the current password of a user, before a change that an open session alone may not make.
 * @throws BAD_USER_INPUT, RATE_LIMITED
 */
export async function requireCurrentPassword(
  limit: AttemptLimit,
  user: { readonly id: number; readonly password_hash: string },
  password: string | null | undefined,
): Promise<void> {
  if (!password) throw badInput({ currentPassword: { key: 'required' } });
  const tries = {
    limit: 'current password',
    key: String(user.id),
    maxFailures: MAX_FAILURES,
    resetOnSuccess: true,
  };
  const right = await limit.run([tries], async () => {
    const result = await checkPassword(user.password_hash, password);
    return { failed: !result, result };
  });
  if (!right) throw badInput({ currentPassword: { key: 'wrongPassword' } });
}
