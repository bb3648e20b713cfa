import { execute, select } from '../../db/statements';
import type { Database, Tx } from '../../db/database';
import type { AttemptLimit } from '../attempt-limit';
import type { Passkeys } from '../passkeys/passkeys';
import { findRecoveryCode, normalizeCode } from './recovery-codes';
import type { SealedSecrets } from './sealed-secrets';
import { isTotpCode, totpStep } from './totp';

const MAX_FAILURES = 5;

/** A code or passkey that fits. It must still be used, which succeeds once. */
type ValidProof = (tx: Tx) => Promise<boolean>;

/** Ways to complete a sign-in. */
export type SecondStepMethod = 'totp' | 'recovery_code' | 'passkey';

export interface SecondFactorDeps {
  readonly db: Database;
  readonly secrets: SealedSecrets;
  readonly passkeys: Passkeys;
  readonly limit: AttemptLimit;
  readonly now: () => number;
}

interface Factor {
  sealed_secret: string;
  active_since: number | string | null;
  last_step: number | string;
}

/** Checks codes of authenticator apps, recovery codes and passkeys. */
export class SecondFactors {
  constructor(private readonly deps: SecondFactorDeps) {}

  /** Returns how a user can complete a sign-in; empty without a second factor. */
  async methodsOf(
    userId: number,
    tx: Pick<Tx, 'query'> = this.deps.db.readOnlyTx,
  ): Promise<SecondStepMethod[]> {
    const [has] = await select<{ totp: number; passkeys: number }>(tx)`SELECT
      (SELECT COUNT(*) FROM second_factor WHERE user_id = ${userId} AND active_since IS NOT NULL) AS totp,
      (SELECT COUNT(*) FROM passkey WHERE user_id = ${userId}) AS passkeys`;
    const methods: SecondStepMethod[] = [];
    if (Number(has?.totp) > 0) methods.push('totp');
    if (Number(has?.passkeys) > 0) methods.push('passkey');
    return methods.length > 0 ? [...methods, 'recovery_code'] : [];
  }

  /** Returns the request to use a passkey in the second step of a sign-in; null without a passkey. */
  async assertionRequest(userId: number, ticketId: string): Promise<string | null> {
    const { passkeys } = this.deps;
    if (!(await this.methodsOf(userId)).includes('passkey')) return null;
    return passkeys.assertionRequest(passkeys.challengeOf(ticketId), userId);
  }

  /**
   * Checks the use of a passkey in the second step of a sign-in. It counts among the failures of codes.
   * @throws RATE_LIMITED
   */
  checkAssertion(userId: number, assertion: string, ticketId: string): Promise<ValidProof | null> {
    const { passkeys } = this.deps;
    return this.limited(userId, async () => {
      const valid = await passkeys.check(assertion, passkeys.challengeOf(ticketId), userId);
      return valid?.use ?? null;
    });
  }

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
  ): Promise<ValidProof | null> {
    return this.limited(userId, () => this.find(userId, normalizeCode(code), options));
  }

  private limited(userId: number, check: () => Promise<ValidProof | null>): Promise<ValidProof | null> {
    const tries = { limit: 'second factor', key: String(userId), maxFailures: MAX_FAILURES };
    return this.deps.limit.run([tries], async () => {
      const result = await check();
      return { failed: result === null, result };
    });
  }

  private async find(
    userId: number,
    code: string,
    { pending = false, recovery = false }: { pending?: boolean; recovery?: boolean },
  ): Promise<ValidProof | null> {
    const { db } = this.deps;
    const [factor] = await select<Factor>(db)`SELECT sealed_secret, active_since, last_step
      FROM second_factor WHERE user_id = ${userId}`;
    const isUsable = factor !== undefined && (factor.active_since === null) === pending;
    if (isTotpCode(code)) return isUsable ? this.findStep(userId, factor, code) : null;
    // Recovery codes exist as long as there is a second factor, which can be a passkey alone.
    const id = recovery ? await findRecoveryCode(db, userId, code) : null;
    if (id === null) return null;
    return async (tx) => (await execute(tx)`DELETE FROM recovery_code WHERE id = ${id}`) > 0;
  }

  private findStep(userId: number, factor: Factor, code: string): ValidProof | null {
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
