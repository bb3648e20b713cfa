import { RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { requireCurrentPassword } from '../../auth/current-password';
import { badInput, Failure, notFound } from '../../auth/failure';
import type { FactorSetUp, SecondFactorSetup } from '../../auth/second-factor/factor-set-up';
import { newRecoveryCodes, storeRecoveryCodes } from '../../auth/second-factor/recovery-codes';
import type { SecondFactorDeps, SecondFactors } from '../../auth/second-factor/second-factor';
import type { Client } from '../../auth/sessions';
import type { Tx } from '../../db/database';
import { execute, select } from '../../db/statements';
import { createWriteContext } from '../../records/audit/record';
import {
  endSecondFactor,
  lockSecondFactor,
  recordSecondFactor,
  removeSecondFactor,
} from './second-factor-records';

/** State of a user's second factor. */
export interface SecondFactorState {
  /** When it was turned on; null if it is off. */
  readonly activeSince: Date | null;
  readonly recoveryCodesLeft: number;
}

/** New recovery codes, which are shown only once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

interface Account {
  id: number;
  user_name: string;
  email: string;
  password_hash: string;
  active_since: number | string | null;
}

const wrongCode = (): Failure => badInput({ code: { key: 'wrongCode' } });

/** Manages second factors: each user's own, and for an ADMIN the reset of another's. */
export class SecondFactorService {
  constructor(
    private readonly deps: SecondFactorDeps & {
      readonly factors: SecondFactors;
      readonly setUp: FactorSetUp;
    },
  ) {}

  /** Returns the state of the actor's own second factor. */
  async state(actor: Actor): Promise<SecondFactorState> {
    const { active_since: since } = await this.open(actor);
    const [codes] = await select<{ n: number }>(this.deps.db)`SELECT COUNT(*) AS n FROM recovery_code
      WHERE user_id = ${actor.userId}`;
    return {
      activeSince: since === null ? null : new Date(Number(since)),
      recoveryCodesLeft: Number(codes?.n ?? 0),
    };
  }

  /** Begins the set-up. It protects nothing until a first code confirms it. @throws CONFLICT, BAD_USER_INPUT */
  async begin(actor: Actor, currentPassword: string): Promise<SecondFactorSetup> {
    const account = await this.open(actor);
    await requireCurrentPassword(this.deps.limit, account, currentPassword);
    return this.deps.setUp.begin(account);
  }

  /** Turns the second factor on with a first code. @throws BAD_USER_INPUT, RATE_LIMITED */
  async confirm(actor: Actor, code: string, client: Client): Promise<RecoveryCodes> {
    const account = await this.open(actor);
    const confirmation = await this.deps.setUp.confirm(account.id, code);
    if (!confirmation) throw wrongCode();
    await this.deps.db.write(async (tx) => {
      await lockSecondFactor(tx, account.id);
      const methods = await this.deps.factors.methodsOf(account.id, tx);
      if (!(await confirmation.use(tx))) throw wrongCode();
      await this.record(tx, actor, account, true, client, methods.includes('passkey'));
    });
    return { recoveryCodes: confirmation.recoveryCodes };
  }

  /** Replaces the recovery codes. @throws BAD_USER_INPUT, RATE_LIMITED */
  async renewCodes(actor: Actor, code: string, client: Client): Promise<RecoveryCodes> {
    const account = await this.open(actor);
    const use = await this.deps.factors.check(account.id, code);
    if (!use) throw wrongCode();
    const { codes, hashes } = await newRecoveryCodes();
    await this.deps.db.write(async (tx) => {
      if (!(await use(tx))) throw wrongCode();
      await storeRecoveryCodes(tx, account.id, hashes);
      await this.record(tx, actor, account, null, client);
    });
    return { recoveryCodes: codes };
  }

  /**
   * Turns the authenticator app off, with the password and a code. Passkeys remain.
   * @throws BAD_USER_INPUT, RATE_LIMITED, CONFLICT if the company requires a second factor and no passkey remains
   */
  async disable(
    actor: Actor,
    given: { currentPassword: string; code: string },
    client: Client,
  ): Promise<true> {
    const account = await this.open(actor);
    await requireCurrentPassword(this.deps.limit, account, given.currentPassword);
    const use = await this.deps.factors.check(account.id, given.code, { recovery: true });
    if (!use) throw wrongCode();
    await this.deps.db.write(async (tx) => {
      await lockSecondFactor(tx, account.id);
      if (!(await use(tx))) throw wrongCode();
      const removed = await execute(tx)`DELETE FROM second_factor WHERE user_id = ${account.id}
        AND active_since IS NOT NULL`;
      if (removed === 0) throw wrongCode();
      const ended = await endSecondFactor(tx, account.id, this.deps.now());
      await this.record(tx, actor, account, false, client, !ended);
    });
    return true;
  }

  /**
   * Removes all second factors of another user who lost their phone.
   * @throws FORBIDDEN unless an ADMIN asks for another user, NOT_FOUND
   */
  async reset(actor: Actor, userId: number, client: Client): Promise<true> {
    if (actor.role !== RoleType.ADMIN || userId === actor.userId) throw new Failure('FORBIDDEN', 'forbidden');
    await this.deps.db.write(async (tx) => {
      const [user] = await select<{ id: number; user_name: string }>(tx)`SELECT id, user_name FROM app_user
        WHERE id = ${userId} AND company_id = ${actor.companyId}`;
      if (!user || !(await removeSecondFactor(tx, user.id))) throw notFound();
      await this.record(tx, actor, user, false, client);
    });
    return true;
  }

  private record(
    tx: Tx,
    actor: Actor,
    user: { readonly id: number; readonly user_name: string },
    isOn: boolean | null,
    client: Client,
    hasPasskey = false,
  ): Promise<void> {
    const context = createWriteContext(tx, actor, client, this.deps.now());
    return recordSecondFactor(context, user, isOn, hasPasskey ? 'authenticatorApp' : 'secondFactor');
  }

  private async open(actor: Actor): Promise<Account> {
    if (actor.reading) throw new Failure('FORBIDDEN', 'readingOnly');
    const [account] = await select<Account>(this.deps.db)`SELECT u.id, u.user_name, u.email, u.password_hash,
      f.active_since FROM app_user u LEFT JOIN second_factor f ON f.user_id = u.id WHERE u.id = ${actor.userId}`;
    if (!account) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
    return account;
  }
}
