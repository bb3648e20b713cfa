import { addressList } from '../../shared/address-list';
import type { Database, Tx } from '../db/database';
import { execute } from '../db/statements';
import { networkKey, type LimitKey } from './attempt-limit';
import { Failure } from './failure';
import { factorSince } from './second-factor/factor-since';
import type { RequirementRow } from './second-factor/requirement';
import { Sessions, type Client } from './sessions';
import { AccessTokens } from './tokens';

/** Tokens of a signed-in client. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Records sign-ins and sign-outs, in the transactions that make them. */
export interface SignInTrail {
  signedIn(tx: Tx, userId: number, client: Client): Promise<void>;
  signedOut(tx: Tx, userId: number, client: Client): Promise<void>;
  /** Records that a second factor was set up at sign-in. */
  factorSetUp(tx: Tx, userId: number, client: Client): Promise<void>;
}

/** A user who tries to sign in. */
export interface Account extends RequirementRow {
  id: number;
  company_id: number;
  email: string;
  password_hash: string;
  status: number | boolean;
  company_status: number | boolean;
  login_allowed_ips: string | null;
  /** When the first of their second factors was added. */
  factor_since: number | string | null;
}

const ACCOUNT = `SELECT u.id, u.email, u.company_id, u.role_type, u.password_hash, u.status,
  c.status AS company_status, c.login_allowed_ips, ${factorSince('u.id')} AS factor_since, p.factor_roles,
  p.factor_from FROM app_user u JOIN company c ON c.id = u.company_id
  LEFT JOIN sign_in_policy p ON p.company_id = u.company_id WHERE`;

const FAILED_PER_IP = 100;

/** Limit of failed sign-ins from a network, whatever their proof. */
export const signInTries = ({ ip }: Client): LimitKey => ({
  limit: 'sign-in from',
  key: networkKey(ip),
  maxFailures: FAILED_PER_IP,
});

/** Error of every failed sign-in: it doesn't reveal what was wrong. */
export const loginFailed = (): Failure => new Failure('UNAUTHENTICATED', 'loginFailed');

/** Returns whether the user and their company are valid. */
export const isUsable = (account: Account | undefined): account is Account =>
  account !== undefined && Boolean(account.status) && Boolean(account.company_status);

/**
 * Refuses an address outside the company's list.
 * @throws FORBIDDEN
 */
export function requireAllowed(account: Account | undefined, client: Client): void {
  const list = account?.login_allowed_ips?.trim();
  if (list && !addressList(list)(client.ip)) throw new Failure('FORBIDDEN', 'ipNotAllowed');
}

/** Returns the account of a user, whether or not it is valid. */
export async function findAccount(
  db: Pick<Tx, 'query'>,
  key: { readonly id: number } | { readonly emailKey: string },
): Promise<Account | undefined> {
  const [account] =
    'id' in key
      ? await db.query<Account>(`${ACCOUNT} u.id = ?`, [key.id])
      : await db.query<Account>(`${ACCOUNT} u.email_key = ?`, [key.emailKey]);
  return account;
}

/** Begins sessions of users who have proved who they are, by whatever means. */
export class SessionStart {
  private readonly sessions: Sessions;
  private readonly tokens: AccessTokens;

  constructor(
    db: Database,
    secret: string,
    private readonly trail: SignInTrail,
    private readonly now: () => number = Date.now,
  ) {
    this.sessions = new Sessions(db, secret, now);
    this.tokens = new AccessTokens(secret, now);
  }

  /**
   * Begins a session.
   * @param check uses the proof up, in the transaction that begins the session; throws to refuse
   * @throws UNAUTHENTICATED if the user, the company or the password changed since the account was read
   * @throws FORBIDDEN (address not allowed)
   */
  async begin(
    account: Account,
    remember: boolean,
    client: Client,
    check: (tx: Tx, family: string) => Promise<void> = async () => {},
  ): Promise<TokenPair> {
    requireAllowed(account, client);
    const session = await this.sessions.begin(account.id, remember, client, async (tx, family) => {
      // A change of the password or the status since the check ends sessions, this one too.
      const unchanged = await execute(tx)`UPDATE app_user
        SET last_login = ${this.now()}, locale = COALESCE(${client.locale ?? null}, locale)
        WHERE id = ${account.id} AND status = 1 AND password_hash = ${account.password_hash}`;
      if (unchanged === 0) throw loginFailed();
      await check(tx, family);
      await this.trail.signedIn(tx, account.id, client);
    });
    return { access: await this.tokens.sign(session), refresh: session.refresh };
  }
}
