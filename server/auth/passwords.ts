import { hash, verify } from '@node-rs/argon2';
import { passwordFields, validate } from '../../shared/settings';
import { PASSWORD_LENGTH } from '../../shared/settings/password-length';
import { Failure, badInput } from './failure';

/** Argon2id (2) as OWASP recommends it: 19 MiB, two passes, one lane (about 10 ms). */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Parallel hashes: each takes 19 MiB and a core. */
const MAX_PARALLEL = 2;
/** More waiting requests indicate an attack on the endpoint. */
const MAX_WAITING = 200;

let active = 0;
const waiting: Array<() => void> = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (active >= MAX_PARALLEL) {
    if (waiting.length >= MAX_WAITING) throw new Failure('RATE_LIMITED', 'rateLimited', { retryAfter: 5 });
    // A finished hash passes its slot on, so `active` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    active += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(password, OPTIONS));

/** Hash for unknown users: checking it takes as long as checking a real one. */
let dummyHash: Promise<string> | undefined;

/**
 * Returns whether the password matches the hash. Without a hash (unknown user) it takes as long and returns
 * false.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody', OPTIONS);
  const against = stored ?? (await dummyHash);
  // Longer than any valid password: skips hashing the text but still spends the time.
  const given = [...password].length > PASSWORD_LENGTH.max ? '' : password;
  const right = await withHashSlot(() => verify(against, given).catch(() => false));
  return right && stored !== null && given !== '';
}

/**
 * Validates a password against the rules of its field.
 * @throws BAD_USER_INPUT
 */
export function requirePassword(password: string): void {
  const { errors } = validate(passwordFields, { password });
  if (Object.keys(errors).length > 0) throw badInput(errors);
}
