import type { Tx } from '../../db/database';
import { execute, select } from '../../db/statements';
import { Failure } from '../failure';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes';
import type { SecondFactorDeps, SecondFactors } from './second-factor';
import { newTotpSecret, totpUri } from './totp';

/** Data for an authenticator app. */
export interface SecondFactorSetup {
  readonly secret: string;
  readonly uri: string;
}

/** A right first code. The factor is on once `use` has returned true. */
interface Confirmation {
  /** To show once. */
  readonly recoveryCodes: readonly string[];
  use(tx: Tx): Promise<boolean>;
}

/** Sets up the authenticator app of a user. */
export class FactorSetUp {
  constructor(
    private readonly deps: Pick<SecondFactorDeps, 'db' | 'secrets' | 'now'> & {
      readonly factors: SecondFactors;
    },
  ) {}

  /** Begins the set-up. It protects nothing until a first code confirms it. @throws CONFLICT if one is on */
  async begin(user: { readonly id: number; readonly email: string }): Promise<SecondFactorSetup> {
    const secret = newTotpSecret();
    const sealed = this.deps.secrets.seal(user.id, secret);
    await this.deps.db.write(async (tx) => {
      await execute(tx)`DELETE FROM second_factor WHERE user_id = ${user.id} AND active_since IS NULL`;
      const [active] = await select(tx)`SELECT user_id FROM second_factor WHERE user_id = ${user.id}`;
      if (active) throw new Failure('CONFLICT', 'secondFactorOn');
      await execute(tx)`INSERT INTO second_factor (user_id, sealed_secret, last_step)
        VALUES (${user.id}, ${sealed}, 0)`;
    });
    return { secret, uri: totpUri(secret, user.email) };
  }

  /** Checks the first code. Returns null if it is wrong. @throws RATE_LIMITED */
  async confirm(userId: number, code: string): Promise<Confirmation | null> {
    const useCode = await this.deps.factors.check(userId, code, { pending: true });
    if (!useCode) return null;
    const { codes, hashes } = await newRecoveryCodes();
    return {
      recoveryCodes: codes,
      use: async (tx) => {
        const activated = await execute(tx)`UPDATE second_factor SET active_since = ${this.deps.now()}
          WHERE user_id = ${userId} AND active_since IS NULL`;
        if (activated === 0 || !(await useCode(tx))) return false;
        await storeRecoveryCodes(tx, userId, hashes);
        return true;
      },
    };
  }
}
