import { addressList } from '../../shared/address-list';
import { execute } from '../db/statements';
import type { Database, Tx } from '../db/database';
import type { Actor } from './actor';
import { AttemptLimit, networkKey } from './attempt-limit';
import { Failure } from './failure';
import { loadActor } from './load-actor';
import { checkPassword } from './passwords';
import { isReadToken, loadReadActor } from './machine-tokens';
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

interface Account {
  id: number;
  password_hash: string;
  status: number | boolean;
  company_status: number | boolean;
  login_allowed_ips: string | null;
}

const ACCOUNT = `SELECT u.id, u.password_hash, u.status, c.status AS company_status, c.login_allowed_ips
  FROM app_user u JOIN company c ON c.id = u.company_id WHERE`;

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
const usable = (account: Account | undefined): account is Account =>
  account !== undefined && Boolean(account.status) && Boolean(account.company_status);

/** Sign-in, renewal and sign-out. */
export class AuthService {
  private readonly sessions: Sessions;
  private readonly tokens: AccessTokens;
  private readonly limit: AttemptLimit;

  constructor(
    private readonly db: Database,
    secret: string,
    private readonly trail: SignInTrail,
    private readonly now: () => number = Date.now,
  ) {
    this.sessions = new Sessions(db, secret, now);
    this.tokens = new AccessTokens(secret, now);
    this.limit = new AttemptLimit(db, now);
  }

  /** Returns the actor of a bearer token, or null if it is invalid. */
  async actorOf(accessToken: string, client: Client): Promise<Actor | null> {
    if (isReadToken(accessToken)) return loadReadActor(this.db, accessToken, client, this.now());
    const claims = await this.tokens.read(accessToken);
    return claims && loadActor(this.db, claims, this.now());
  }

  /**
   * Signs a user in. Text and timing don't reveal whether the address or the password was wrong.
   * @throws UNAUTHENTICATED, FORBIDDEN (address not allowed), RATE_LIMITED
   */
  async signIn(
    input: { email: string; password: string; remember: boolean },
    client: Client,
  ): Promise<TokenPair> {
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
    return this.begin(account, input.remember, client);
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

  private async begin(account: Account, remember: boolean, client: Client): Promise<TokenPair> {
    this.requireAllowed(account, client);
    const session = await this.sessions.begin(account.id, remember, client, async (tx) => {
      // A change of the password or the status since the check ends sessions, this one too.
      const unchanged = await execute(tx)`UPDATE app_user
        SET last_login = ${this.now()}, locale = COALESCE(${client.locale ?? null}, locale)
        WHERE id = ${account.id} AND status = 1 AND password_hash = ${account.password_hash}`;
      if (unchanged === 0) throw loginFailed();
      await this.trail.signedIn(tx, account.id, client);
    });
    return { access: await this.tokens.sign(session), refresh: session.refresh };
  }

  private requireAllowed(account: Account | undefined, client: Client): void {
    const list = account?.login_allowed_ips?.trim();
    if (list && !addressList(list)(client.ip)) throw new Failure('FORBIDDEN', 'ipNotAllowed');
  }
}
