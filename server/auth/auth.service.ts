import { addressList } from '../../shared/address-list';
import { execute } from '../db/statements';
import type { Database, Tx } from '../db/database';
import type { Actor } from './actor';
import { AttemptLimit, networkKey } from './attempt-limit';
import { Failure } from './failure';
import { loadActor } from './load-actor';
import { checkPassword } from './passwords';
import { isReadToken, loadReadActor } from './machine-tokens';
import type { SecondFactors } from './second-factor/second-factor';
import { SignInTickets } from './second-factor/sign-in-tickets';
import { Sessions, type Client } from './sessions';
import { AccessTokens } from './tokens';

const FAILED_PER_EMAIL = 10;
const FAILED_PER_IP = 100;

/** Tokens of a signed-in client. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Records sign-ins and sign-outs, in the transactions that make them. */
export interface SignInTrail {
  signedIn(tx: Tx, userId: number, client: Client): Promise<void>;
  signedOut(tx: Tx, userId: number, client: Client): Promise<void>;
}

/** Answer to a right password of a user with a second factor. */
export interface SecondFactorRequired {
  readonly secondFactorRequired: true;
  /** Proves the first step; valid for five minutes and one sign-in. */
  readonly ticket: string;
  readonly methods: readonly ('totp' | 'recovery_code')[];
}

interface Account {
  id: number;
  password_hash: string;
  status: number | boolean;
  company_status: number | boolean;
  login_allowed_ips: string | null;
  /** When the second factor was turned on. */
  factor_since: number | string | null;
}

const ACCOUNT = `SELECT u.id, u.password_hash, u.status, c.status AS company_status, c.login_allowed_ips,
  f.active_since AS factor_since FROM app_user u JOIN company c ON c.id = u.company_id
  LEFT JOIN second_factor f ON f.user_id = u.id WHERE`;

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
const loginFailed = (): Failure => new Failure('UNAUTHENTICATED', 'loginFailed');
const codeFailed = (): Failure =>
  new Failure('UNAUTHENTICATED', 'wrongCode', { fields: { code: [{ key: 'wrongCode' }] } });
const usable = (account: Account | undefined): account is Account =>
  account !== undefined && Boolean(account.status) && Boolean(account.company_status);

/** Sign-in, renewal and sign-out. */
export class AuthService {
  private readonly sessions: Sessions;
  private readonly tokens: AccessTokens;
  private readonly tickets: SignInTickets;
  private readonly limit: AttemptLimit;

  constructor(
    private readonly db: Database,
    secret: string,
    private readonly trail: SignInTrail,
    private readonly factors: SecondFactors,
    private readonly now: () => number = Date.now,
  ) {
    this.sessions = new Sessions(db, secret, now);
    this.tokens = new AccessTokens(secret, now);
    this.tickets = new SignInTickets(secret, now);
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
      { limit: 'sign-in from', key: networkKey(client.ip), maxFailures: FAILED_PER_IP },
      { limit: 'sign-in as', key, maxFailures: FAILED_PER_EMAIL, resetOnSuccess: true },
    ];
    const account = await this.limit.run(tries, async () => {
      const [account] = await this.db.read<Account>(`${ACCOUNT} u.email_key = ?`, [key]);
      const right = await checkPassword(account?.password_hash ?? null, input.password);
      const result = right && usable(account) ? account : null;
      return { failed: result === null, result };
    });
    if (!account) throw loginFailed();
    this.requireAllowed(account, client);
    if (account.factor_since === null) return this.begin(account, input.remember, client);
    const ticket = await this.tickets.issue(
      { userId: account.id, remember: input.remember },
      account.password_hash,
    );
    return { secondFactorRequired: true, ticket, methods: ['totp', 'recovery_code'] };
  }

  /**
   * Completes a sign-in with a code of the authenticator app or a recovery code.
   * @throws UNAUTHENTICATED (naming the code, if another one can be tried), FORBIDDEN, RATE_LIMITED
   */
  async completeSignIn(input: { ticket: string; code: string }, client: Client): Promise<TokenPair> {
    const ticket = await this.tickets.read(input.ticket);
    const [account] = ticket ? await this.db.read<Account>(`${ACCOUNT} u.id = ?`, [ticket.userId]) : [];
    if (!ticket || !usable(account) || !ticket.hasPassword(account.password_hash)) throw loginFailed();
    this.requireAllowed(account, client);
    const use = await this.factors.check(account.id, input.code, { recovery: true });
    if (!use) throw codeFailed();
    return this.begin(account, ticket.remember, client, async (tx) => {
      if (!(await this.tickets.use(tx, ticket))) throw loginFailed();
      if (!(await use(tx))) throw codeFailed();
    });
  }

  /**
   * Exchanges a refresh token for a new pair.
   * @throws UNAUTHENTICATED, FORBIDDEN (address not allowed)
   */
  async refresh(token: string, client: Client): Promise<TokenPair> {
    const renewed = await this.sessions.renew(token, client, async (tx, userId) => {
      const [account] = await tx.query<Account>(`${ACCOUNT} u.id = ?`, [userId]);
      if (!usable(account)) throw signedOut();
      this.requireAllowed(account, client);
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
    await this.sessions.end(token, (tx, userId) => this.trail.signedOut(tx, userId, client));
    return true;
  }

  private async begin(
    account: Account,
    remember: boolean,
    client: Client,
    check: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<TokenPair> {
    const session = await this.sessions.begin(account.id, remember, client, async (tx) => {
      // A change of the password or the status since the check ends sessions, this one too.
      const unchanged = await execute(tx)`UPDATE app_user
        SET last_login = ${this.now()}, locale = COALESCE(${client.locale ?? null}, locale)
        WHERE id = ${account.id} AND status = 1 AND password_hash = ${account.password_hash}`;
      if (unchanged === 0) throw loginFailed();
      await check(tx);
      await this.trail.signedIn(tx, account.id, client);
    });
    return { access: await this.tokens.sign(session), refresh: session.refresh };
  }

  private requireAllowed(account: Account | undefined, client: Client): void {
    const list = account?.login_allowed_ips?.trim();
    if (list && !addressList(list)(client.ip)) throw new Failure('FORBIDDEN', 'ipNotAllowed');
  }
}
