import { randomBytes } from 'node:crypto';
import type { AttemptLimit } from '../attempt-limit';
import { requireLocalSignIn } from '../oidc/password-rule';
import { OneTimeTickets } from '../one-time-tickets';
import {
  findAccount,
  isUsable,
  loginFailed,
  signInTries,
  type SessionStart,
  type TokenPair,
} from '../session-start';
import type { Client } from '../sessions';
import type { PasskeyDeps, Passkeys } from './passkeys';

/** Lifetime in seconds of a request to a browser. */
export const REQUEST_SECONDS = 5 * 60;

/** A request to a browser, with the ticket that its response needs. */
export interface PasskeyRequest {
  readonly ticket: string;
  /** Options of the request as JSON. */
  readonly options: string;
}

/** Creates a challenge: the id of its ticket, so that every process accepts it, and once. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

interface Deps extends PasskeyDeps {
  readonly passkeys: Passkeys;
  readonly start: SessionStart;
  readonly limit: AttemptLimit;
}

/** Sign-in with a passkey instead of the password. */
export class PasskeySignIn {
  private readonly tickets: OneTimeTickets;

  constructor(private readonly deps: Deps) {
    const { secret, now } = deps;
    this.tickets = new OneTimeTickets({
      secret,
      purpose: 'passkey-sign-in',
      lifeSeconds: REQUEST_SECONDS,
      now,
    });
  }

  /** Begins a sign-in. The browser offers the passkeys that it knows. */
  async begin(): Promise<PasskeyRequest> {
    const challenge = newChallenge();
    return {
      ticket: await this.tickets.issue(null, {}, challenge),
      options: await this.deps.passkeys.assertionRequest(challenge, null),
    };
  }

  /**
   * Signs a user in whose device verified them.
   * @throws UNAUTHENTICATED, FORBIDDEN (address not allowed), RATE_LIMITED
   */
  async signIn(
    given: { readonly ticket: string; readonly assertion: string; readonly remember: boolean },
    client: Client,
  ): Promise<TokenPair> {
    const { db, limit, passkeys, start } = this.deps;
    const valid = await limit.run([signInTries(client)], async () => {
      const ticket = await this.tickets.read(given.ticket);
      const assertion = ticket && (await passkeys.check(given.assertion, ticket.id, null));
      const account = assertion ? await findAccount(db.readOnlyTx, { id: assertion.userId }) : undefined;
      const result = assertion && isUsable(account) ? { ticket, assertion, account } : null;
      return { failed: result === null, result };
    });
    if (!valid) throw loginFailed();
    const { ticket, assertion, account } = valid;
    await requireLocalSignIn(db.readOnlyTx, account);
    return start.begin(account, given.remember, client, async (tx) => {
      if (!(await this.tickets.use(tx, ticket)) || !(await assertion.use(tx))) throw loginFailed();
    });
  }
}
