import { execute } from '../db/statements';
import type { Database, Tx } from '../db/database';
import type { Actor } from './actor';
import { AttemptLimit } from './attempt-limit';
import { badInput, Failure, notFound } from './failure';
import { loadActor } from './load-actor';
import { checkPassword } from './passwords';
import { isReadToken, loadReadActor } from './machine-tokens';
import { requireLocalSignIn } from './oidc/password-rule';
import { isProviderSession, takeLogoutUrl } from './oidc/provider-sessions';
import { OneTimeTickets, type VerifiedTicket } from './one-time-tickets';
import type { PasskeyRequest } from './passkeys/passkey-sign-in';
import type { FactorSetUp, SecondFactorSetup } from './second-factor/factor-set-up';
import { isFactorDue } from './second-factor/requirement';
import type { SecondFactors, SecondStepMethod } from './second-factor/second-factor';
import {
  findAccount,
  isUsable,
  loginFailed,
  requireAllowed,
  signInTries,
  type Account,
  type SessionStart,
  type SignInTrail,
  type TokenPair,
} from './session-start';
import { Sessions, type Client } from './sessions';
import { AccessTokens, hashSecret } from './tokens';

const FAILED_PER_EMAIL = 10;

/** Answer to a right password of a user who has a second factor, or must set one up. */
export interface SecondFactorRequired {
  readonly secondFactorRequired: true;
  /** Proves the first step; valid for one sign-in. */
  readonly ticket: string;
  readonly methods: readonly (SecondStepMethod | 'set_up')[];
}

/** Tokens of a completed sign-in, with the recovery codes of a second factor that was set up in it. */
export interface CompletedSignIn extends TokenPair {
  readonly recoveryCodes?: readonly string[];
}

/**
 * Normalises an e-mail address for comparison. It is unique across companies. Removes control characters,
 * because SQLite compares a text only up to the first NUL: one address would have many keys.
 */
export const emailKey = (email: string): string =>
  email
    .replace(/\p{Cc}/gu, '')
    .trim()
    .normalize('NFKC')
    .toLowerCase();

const signedOut = (): Failure => new Failure('UNAUTHENTICATED', 'unauthenticated');
const codeFailed = (): Failure =>
  new Failure('UNAUTHENTICATED', 'wrongCode', { fields: { code: [{ key: 'wrongCode' }] } });
const passkeyFailed = (): Failure =>
  new Failure('UNAUTHENTICATED', 'wrongPasskey', { fields: { assertion: [{ key: 'wrongPasskey' }] } });
/** Lifetime in seconds of a ticket for the second step. */
const TICKET_SECONDS = 5 * 60;
/** The same for a set-up, which may begin with the installation of an app. */
const SET_UP_SECONDS = 15 * 60;

/** A right code or passkey. It must still be used, which succeeds once. */
interface Proof {
  use(tx: Tx): Promise<boolean>;
  readonly recoveryCodes?: readonly string[];
}

export interface AuthDeps {
  readonly db: Database;
  readonly secret: string;
  readonly start: SessionStart;
  readonly trail: SignInTrail;
  readonly factors: SecondFactors;
  readonly setUp: FactorSetUp;
  readonly now: () => number;
}

/** Sign-in, renewal and sign-out. */
export class AuthService {
  private readonly sessions: Sessions;
  private readonly tokens: AccessTokens;
  private readonly tickets: OneTimeTickets;
  private readonly setUpTickets: OneTimeTickets;
  private readonly limit: AttemptLimit;
  private readonly db: Database;
  private readonly now: () => number;

  constructor(private readonly deps: AuthDeps) {
    const { db, secret, now } = deps;
    this.db = db;
    this.now = now;
    this.sessions = new Sessions(db, secret, now);
    this.tokens = new AccessTokens(secret, now);
    this.tickets = new OneTimeTickets({ secret, purpose: 'second-factor', lifeSeconds: TICKET_SECONDS, now });
    this.setUpTickets = new OneTimeTickets({
      secret,
      purpose: 'second-factor-set-up',
      lifeSeconds: SET_UP_SECONDS,
      now,
    });
    this.limit = new AttemptLimit(db, now);
  }

  /** Returns the actor of a bearer token, or null if it is invalid. */
  async actorOf(accessToken: string, client: Client): Promise<Actor | null> {
    if (isReadToken(accessToken)) return loadReadActor(this.db, accessToken, client, this.now());
    const claims = await this.tokens.read(accessToken);
    return claims && loadActor(this.db, claims, this.now());
  }

  /**
   * Signs a user in, or returns a ticket for the second step. Text and timing don't reveal whether the address or the password was wrong.
   * @throws UNAUTHENTICATED, FORBIDDEN (address not allowed), RATE_LIMITED
   */
  async signIn(
    input: { email: string; password: string; remember: boolean },
    client: Client,
  ): Promise<TokenPair | SecondFactorRequired> {
    const key = emailKey(input.email);
    const tries = [
      signInTries(client),
      { limit: 'sign-in as', key, maxFailures: FAILED_PER_EMAIL, resetOnSuccess: true },
    ];
    const account = await this.limit.run(tries, async () => {
      const account = await findAccount(this.db.readOnlyTx, { emailKey: key });
      const right = await checkPassword(account?.password_hash ?? null, input.password);
      const result = right && isUsable(account) ? account : null;
      return { failed: result === null, result };
    });
    if (!account) throw loginFailed();
    requireAllowed(account, client);
    await requireLocalSignIn(this.db.readOnlyTx, account);
    const mustSetUp = this.mustSetUp(account);
    if (account.factor_since === null && !mustSetUp)
      return this.deps.start.begin(account, input.remember, client);
    // The ticket ends when the password changes.
    const claims = { rem: input.remember, pwd: hashSecret(account.password_hash) };
    const ticket = await (mustSetUp ? this.setUpTickets : this.tickets).issue(account.id, claims);
    const methods = mustSetUp ? (['set_up'] as const) : await this.deps.factors.methodsOf(account.id);
    return { secondFactorRequired: true, ticket, methods };
  }

  /**
   * Begins to set up the second factor that a user needs to sign in.
   * @throws UNAUTHENTICATED, FORBIDDEN, CONFLICT if it was set up meanwhile
   */
  async beginSetUp(ticket: string, client: Client): Promise<SecondFactorSetup> {
    const { account } = await this.openTicket(this.setUpTickets, ticket);
    requireAllowed(account, client);
    return this.deps.setUp.begin(account);
  }

  /**
   * Returns the request to a browser to use a passkey in the second step.
   * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND without a passkey
   */
  async secondFactorOptions(input: { ticket: string }, client: Client): Promise<PasskeyRequest> {
    const { ticket, account } = await this.openTicket(this.tickets, input.ticket);
    requireAllowed(account, client);
    const options = await this.deps.factors.assertionRequest(account.id, ticket.id);
    if (options === null) throw notFound();
    return { ticket: input.ticket, options };
  }

  /**
   * Completes a sign-in with a code of the authenticator app, a recovery code or the use of a passkey, or with
   * the first code of the app that was set up in it.
   * @throws UNAUTHENTICATED (naming the code or passkey, if another one can be tried), FORBIDDEN, RATE_LIMITED
   */
  async completeSignIn(
    input: { ticket: string; code: string | null; assertion: string | null },
    client: Client,
  ): Promise<CompletedSignIn> {
    const { code, assertion } = input;
    if (code === null && assertion === null) throw badInput({ code: { key: 'required' } });
    const isSetUp = (await this.setUpTickets.read(input.ticket)) !== null;
    const tickets = isSetUp ? this.setUpTickets : this.tickets;
    const { ticket, account } = await this.openTicket(tickets, input.ticket);
    requireAllowed(account, client);
    const failed = assertion === null || isSetUp ? codeFailed : passkeyFailed;
    const proof: Proof | null = isSetUp
      ? await this.deps.setUp.confirm(account.id, code ?? '')
      : await this.checkProof(account, { code: code ?? '', assertion, ticketId: ticket.id });
    if (!proof) throw failed();
    const tokens = await this.deps.start.begin(account, ticket.claims.rem === true, client, async (tx) => {
      if (!(await tickets.use(tx, ticket))) throw loginFailed();
      if (!(await proof.use(tx))) throw failed();
      if (isSetUp) await this.deps.trail.factorSetUp(tx, account.id, client);
    });
    return proof.recoveryCodes ? { ...tokens, recoveryCodes: proof.recoveryCodes } : tokens;
  }

  /**
   * Exchanges a refresh token for a new pair.
   * @throws UNAUTHENTICATED, FORBIDDEN (address not allowed)
   */
  async refresh(token: string, client: Client): Promise<TokenPair> {
    const renewed = await this.sessions.renew(token, client, async (tx, userId, family) => {
      const account = await findAccount(tx, { id: userId });
      if (!isUsable(account)) throw signedOut();
      // The provider is responsible for the second factor of its sessions.
      if (this.mustSetUp(account) && !(await isProviderSession(tx, family))) throw signedOut();
      requireAllowed(account, client);
      const { locale } = client;
      if (locale)
        await execute(tx)`UPDATE app_user SET locale = ${locale} WHERE id = ${userId} AND (locale IS NULL
          OR locale <> ${locale})`;
    });
    if (!renewed) throw signedOut();
    return { access: await this.tokens.sign(renewed), refresh: renewed.refresh };
  }

  /** Ends the session of a refresh token. */
  async signOut(token: string, client: Client): Promise<true> {
    await this.endSession(token, client);
    return true;
  }

  /** Ends the session of a refresh token, and returns where the browser ends the identity provider's one. */
  async endSession(token: string, client: Client): Promise<{ logoutUrl?: string }> {
    const ended: { logoutUrl?: string } = {};
    await this.sessions.end(token, async (tx, userId, family) => {
      const logoutUrl = await takeLogoutUrl(tx, family);
      if (logoutUrl !== null) ended.logoutUrl = logoutUrl;
      await this.deps.trail.signedOut(tx, userId, client);
    });
    return ended;
  }

  /** Returns whether the user can't sign in before they have set up a second factor. */
  private mustSetUp(account: Account): boolean {
    return account.factor_since === null && isFactorDue(account, this.now());
  }

  /** Checks a code, or the use of a passkey. Returns null if it is wrong. */
  private async checkProof(
    { id }: Account,
    { code, assertion, ticketId }: { code: string; assertion: string | null; ticketId: string },
  ): Promise<Proof | null> {
    const { factors } = this.deps;
    const use =
      assertion === null
        ? await factors.check(id, code, { recovery: true })
        : await factors.checkAssertion(id, assertion, ticketId);
    return use && { use };
  }

  /** Returns the sign-in of a ticket. @throws UNAUTHENTICATED */
  private async openTicket(
    tickets: OneTimeTickets,
    text: string,
  ): Promise<{ ticket: VerifiedTicket; account: Account }> {
    const ticket = await tickets.read(text);
    if (ticket === null || ticket.userId === null) throw loginFailed();
    const account = await findAccount(this.db.readOnlyTx, { id: ticket.userId });
    if (!isUsable(account) || ticket.claims.pwd !== hashSecret(account.password_hash)) throw loginFailed();
    await requireLocalSignIn(this.db.readOnlyTx, account);
    return { ticket, account };
  }
}
