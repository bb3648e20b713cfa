import { execute, select } from '../../db/statements';
import type { Database, Tx } from '../../db/database';
import type { AttemptLimit } from '../attempt-limit';
import { findRecoveryCode, normalizeCode } from './recovery-codes';
import type { SealedSecrets } from './sealed-secrets';
import { isTotpCode, totpStep } from './totp';

const MAX_FAILURES = 5;

/** A code that fits. It must still be used, which succeeds once. */
type ValidCode = (tx: Tx) => Promise<boolean>;

export interface SecondFactorDeps {
  readonly db: Database;
  readonly secrets: SealedSecrets;
  readonly limit: AttemptLimit;
  readonly now: () => number;
}

interface Factor {
  sealed_secret: string;
  active_since: number | string | null;
  last_step: number | string;
}

/** Checks codes of authenticator apps and recovery codes. */
export class SecondFactors {
  constructor(private readonly deps: SecondFactorDeps) {}

  /**
   * Checks a code, five failures in a quarter of an hour at most. Returns a function that uses the code up in a
   * transaction, or null for a wrong code.
   * @param options `pending` for the set-up; `recovery` to accept recovery codes too
   * @throws RATE_LIMITED
   */
  check(
    userId: number,
    code: string,
    options: { pending?: boolean; recovery?: boolean } = {},
  ): Promise<ValidCode | null> {
    const tries = { limit: 'second factor', key: String(userId), maxFailures: MAX_FAILURES };
    return this.deps.limit.run([tries], async () => {
      const result = await this.find(userId, normalizeCode(code), options);
      return { failed: result === null, result };
    });
  }

  private async find(
    userId: number,
    code: string,
    { pending = false, recovery = false }: { pending?: boolean; recovery?: boolean },
  ): Promise<ValidCode | null> {
    const { db } = this.deps;
    const [factor] = await select<Factor>(db)`SELECT sealed_secret, active_since, last_step
      FROM second_factor WHERE user_id = ${userId}`;
    if (!factor || (factor.active_since === null) !== pending) return null;
    if (isTotpCode(code)) return this.findStep(userId, factor, code);
    const id = recovery ? await findRecoveryCode(db, userId, code) : null;
    if (id === null) return null;
    return async (tx) => (await execute(tx)`DELETE FROM recovery_code WHERE id = ${id}`) > 0;
  }

  private findStep(userId: number, factor: Factor, code: string): ValidCode | null {
    const { secrets, now } = this.deps;
    const secret = secrets.open(userId, factor.sealed_secret);
    const step = totpStep(secret, code, now());
    if (step === null || step <= Number(factor.last_step)) return null;
    // Sealed again, so that an installation can drop its previous key.
    const sealed = secrets.seal(userId, secret);
    return async (tx) =>
      (await execute(tx)`UPDATE second_factor SET last_step = ${step}, sealed_secret = ${sealed}
        WHERE user_id = ${userId} AND last_step < ${step} AND sealed_secret = ${factor.sealed_secret}`) > 0;
  }
}
