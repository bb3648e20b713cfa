import { passkeyFields } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { requireCurrentPassword } from '../../auth/current-password';
import { deviceName } from '../../auth/device-name';
import { badInput, Failure, notFound } from '../../auth/failure';
import { OneTimeTickets } from '../../auth/one-time-tickets';
import { newChallenge, REQUEST_SECONDS, type PasskeyRequest } from '../../auth/passkeys/passkey-sign-in';
import type { PasskeyDeps } from '../../auth/passkeys/passkeys';
import { newRecoveryCodes, storeRecoveryCodes } from '../../auth/second-factor/recovery-codes';
import type { SecondFactorDeps, SecondFactors } from '../../auth/second-factor/second-factor';
import type { Client } from '../../auth/sessions';
import { execute, select } from '../../db/statements';
import { createWriteContext } from '../../records/audit/record';
import { validInput } from '../../records/write/valid-input';
import { endSecondFactor, lockSecondFactor, recordFactorChange } from './second-factor-records';

const MAX_PASSKEYS = 10;

/** A passkey as its user sees it. */
export interface PasskeyInfo {
  readonly id: number;
  readonly name: string;
  /** Whether it signs in without the password. */
  readonly passwordless: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A new passkey. The first second factor comes with recovery codes, which are shown only once. */
export interface AddedPasskey {
  readonly passkey: PasskeyInfo;
  readonly recoveryCodes: readonly string[] | null;
}

interface NewPasskey {
  readonly ticket: string;
  /** The browser's response as JSON. */
  readonly response: string;
  readonly name: string;
  readonly passwordless: boolean;
}

interface Account {
  id: number;
  user_name: string;
  email: string;
  password_hash: string;
}

interface Row {
  id: number;
  name: string;
  passwordless: number | boolean;
  created_at: number | string;
  last_used_at: number | string | null;
}

/** Refuses more passkeys than a user can have. @throws CONFLICT */
async function requireRoom(reader: Parameters<typeof select>[0], userId: number): Promise<void> {
  const own = await select(reader)`SELECT id FROM passkey WHERE user_id = ${userId}`;
  if (own.length < MAX_PASSKEYS) return;
  throw new Failure('CONFLICT', 'tooManyPasskeys', { params: { max: MAX_PASSKEYS } });
}

type Deps = SecondFactorDeps & PasskeyDeps & { readonly factors: SecondFactors };

/** Manages the passkeys of the signed-in user. */
export class PasskeyService {
  private readonly tickets: OneTimeTickets;

  constructor(private readonly deps: Deps) {
    const { secret, now } = deps;
    this.tickets = new OneTimeTickets({
      secret,
      purpose: 'passkey-set-up',
      lifeSeconds: REQUEST_SECONDS,
      now,
    });
  }

  /** Returns the actor's own passkeys, oldest first. */
  async list(actor: Actor): Promise<PasskeyInfo[]> {
    const { id } = await this.open(actor);
    const rows = await select<Row>(this.deps.db)`SELECT id, name, passwordless, created_at, last_used_at
      FROM passkey WHERE user_id = ${id} ORDER BY id`;
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      passwordless: Boolean(row.passwordless),
      createdAt: new Date(Number(row.created_at)),
      lastUsedAt: row.last_used_at === null ? null : new Date(Number(row.last_used_at)),
    }));
  }

  /** Begins to add a passkey, with a name to suggest. @throws BAD_USER_INPUT, RATE_LIMITED, CONFLICT */
  async begin(
    actor: Actor,
    currentPassword: string,
    { ua }: Client,
  ): Promise<PasskeyRequest & { readonly name: string | null }> {
    const account = await this.open(actor);
    await requireCurrentPassword(this.deps.limit, account, currentPassword);
    await requireRoom(this.deps.db, account.id);
    const challenge = newChallenge();
    return {
      ticket: await this.tickets.issue(account.id, {}, challenge),
      options: await this.deps.passkeys.creationRequest(account, challenge),
      name: deviceName(ua),
    };
  }

  /** Adds a passkey. @throws BAD_USER_INPUT, CONFLICT */
  async add(actor: Actor, given: NewPasskey, client: Client): Promise<AddedPasskey> {
    const account = await this.open(actor);
    const { db, factors, passkeys, now } = this.deps;
    const name = String(validInput(passkeyFields, { name: given.name }).name);
    const ticket = await this.tickets.read(given.ticket);
    if (ticket?.userId !== account.id) throw badInput({ ticket: { key: 'passkeyExpired' } });
    const created = await passkeys.verifyNew(given.response, ticket.id);
    if (!created) throw badInput({ response: { key: 'wrongPasskey' } });
    const { passwordless } = given;
    if (passwordless && !created.mayReplacePassword)
      throw badInput({ passwordless: { key: 'passkeyNotPasswordless' } });
    // Hashed before the transaction, which would otherwise wait for them.
    const codes = (await factors.methodsOf(account.id)).length === 0 ? await newRecoveryCodes() : null;
    return db.write(async (tx) => {
      await lockSecondFactor(tx, account.id);
      if (!(await this.tickets.use(tx, ticket))) throw badInput({ ticket: { key: 'passkeyExpired' } });
      await requireRoom(tx, account.id);
      const [known] = await select(
        tx,
      )`SELECT id FROM passkey WHERE credential_hash = ${created.credentialHash}`;
      if (known) throw new Failure('CONFLICT', 'passkeyKnown');
      const isFirst = (await factors.methodsOf(account.id, tx)).length === 0;
      // The last other factor was removed since the codes were decided.
      if (isFirst && !codes) throw new Failure('CONFLICT', 'conflict');
      const createdAt = now();
      const id = await tx.insert(
        `INSERT INTO passkey (user_id, credential_hash, credential_id, public_key, counter, transports, name,
         passwordless, created_at) VALUES (?,?,?,?,?,?,?,?,?)`,
        [
          account.id,
          created.credentialHash,
          created.credentialId,
          created.publicKey,
          created.counter,
          created.transports,
          name,
          passwordless ? 1 : 0,
          createdAt,
        ],
      );
      if (isFirst && codes) await storeRecoveryCodes(tx, account.id, codes.hashes);
      await recordFactorChange(
        createWriteContext(tx, actor, client, createdAt),
        account,
        { passkey: null, ...(isFirst && { secondFactor: false }) },
        { passkey: name, ...(isFirst && { secondFactor: true }) },
      );
      return {
        passkey: { id, name, passwordless, createdAt: new Date(createdAt), lastUsedAt: null },
        recoveryCodes: isFirst && codes ? codes.codes : null,
      };
    });
  }

  /**
   * Removes a passkey, and the recovery codes with the last second factor.
   * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT if the company requires a second factor and none remains
   */
  async remove(actor: Actor, given: { id: number; currentPassword: string }, client: Client): Promise<true> {
    const account = await this.open(actor);
    await requireCurrentPassword(this.deps.limit, account, given.currentPassword);
    await this.deps.db.write(async (tx) => {
      await lockSecondFactor(tx, account.id);
      const [row] = await select<{ name: string }>(tx)`SELECT name FROM passkey
        WHERE id = ${given.id} AND user_id = ${account.id}`;
      if (!row) throw notFound();
      await execute(tx)`DELETE FROM passkey WHERE id = ${given.id}`;
      const ended = await endSecondFactor(tx, account.id, this.deps.now());
      await recordFactorChange(
        createWriteContext(tx, actor, client, this.deps.now()),
        account,
        { passkey: row.name, ...(ended && { secondFactor: true }) },
        { passkey: null, ...(ended && { secondFactor: false }) },
      );
    });
    return true;
  }

  private async open(actor: Actor): Promise<Account> {
    if (actor.reading) throw new Failure('FORBIDDEN', 'readingOnly');
    const [account] = await select<Account>(this.deps.db)`SELECT id, user_name, email, password_hash
      FROM app_user WHERE id = ${actor.userId}`;
    if (!account) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
    return account;
  }
}
