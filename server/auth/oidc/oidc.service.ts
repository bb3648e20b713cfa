import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { RoleType } from '../../../shared/catalog';
import type { UnknownRecord } from '../../../shared/records';
import type { Database } from '../../db/database';
import { type AttemptLimit, networkKey } from '../attempt-limit';
import { badInput, Failure } from '../failure';
import { OneTimeTickets, type VerifiedTicket } from '../one-time-tickets';
import type { SealedSecrets } from '../second-factor/sealed-secrets';
import {
  findAccount,
  isUsable,
  loginFailed,
  requireAllowed,
  type Account,
  type SessionStart,
  type TokenPair,
} from '../session-start';
import type { Client } from '../sessions';
import { hashSecret, randomSecret } from '../tokens';
import { domainOf, mappedRole } from './claims';
import { findLinkedAccount, SsoError } from './identities';
import { isTrustedUrl } from './issuer';
import { openProvider, type ProviderAccess, ProviderError, SKEW_SECONDS } from './provider';
import { storeProviderSession } from './provider-sessions';

const FAILED_PER_IP = 100;
/** Lifetime in seconds of a sign-in at the provider, and of the ticket that ends it. */
export const FLOW_SECONDS = 10 * 60;
export const SESSION_SECONDS = 60;

/** Path that providers send the browser back to. */
export const CALLBACK_PATH = '/auth/oidc/callback';

export interface OidcDeps extends ProviderAccess {
  readonly db: Database;
  readonly secret: string;
  readonly secrets: SealedSecrets;
  readonly start: SessionStart;
  readonly limit: AttemptLimit;
  /** Address of the console, without a trailing slash. */
  readonly publicUrl: string;
  /** Gives a user the role that the provider names, unless a rule forbids it. */
  readonly updateRole: (account: Account, role: RoleType, client: Client) => Promise<void>;
}

interface Provider {
  company_id: number;
  issuer: string;
  client_id: string;
  sealed_secret: string;
  role_claim: string | null;
  role_mapping: string | null;
}

/** A finished sign-in at the provider. */
interface Finished {
  readonly ticket: string;
  /** Secret that binds the ticket to the browser. */
  readonly binding: string;
}

/** Sign-in at the identity provider of a company. */
export class OidcService {
  private readonly flows: OneTimeTickets;
  private readonly tickets: OneTimeTickets;
  readonly redirectUri: string;
  /** Address of the sign-in page. */
  readonly loginUrl: string;

  constructor(private readonly deps: OidcDeps) {
    const { secret, now, publicUrl } = deps;
    this.flows = new OneTimeTickets({ secret, purpose: 'oidc', lifeSeconds: FLOW_SECONDS, now });
    this.tickets = new OneTimeTickets({ secret, purpose: 'oidc-session', lifeSeconds: SESSION_SECONDS, now });
    this.redirectUri = publicUrl + CALLBACK_PATH;
    this.loginUrl = `${publicUrl}/login`;
  }

  /**
   * Begins a sign-in: returns the provider's address, and the state of the sign-in for a cookie. The cookie is
   * signed and HttpOnly. It holds the code verifier in the clear: PKCE protects it from those who see the
   * address, not from the browser that signs in.
   * @throws BAD_USER_INPUT (no single sign-on for the address), RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  async begin(
    input: { email: string; remember: boolean },
    client: Client,
  ): Promise<{ url: string; flow: string }> {
    const tries = { limit: 'sso from', key: networkKey(client.ip), maxFailures: FAILED_PER_IP };
    const provider = await this.deps.limit.run([tries], async () => {
      const provider = await this.findProvider({ domain: domainOf(input.email) });
      return { failed: provider === null, result: provider };
    });
    if (!provider) throw badInput({ email: { key: 'noSingleSignOn' } });
    const config = await this.open(provider).catch((error: unknown) => {
      throw error instanceof ProviderError ? new Failure('SERVICE_UNAVAILABLE', 'providerDown') : error;
    });
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const flow = await this.flows.issue(
      null,
      { company: provider.company_id, nonce, verifier, rem: input.remember },
      state,
    );
    const url = buildAuthorizationUrl(config, {
      redirect_uri: this.redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: input.email,
    });
    return { url: url.href, flow };
  }

  /**
   * Verifies the provider's answer and returns a ticket for a session.
   * @param query parameters of the callback
   * @throws SsoError
   */
  async finish(query: URLSearchParams, flow: string | null, client: Client): Promise<Finished> {
    const ticket = await this.takeFlow(query, flow);
    const { company, nonce, verifier, rem } = ticket.claims;
    const provider = await this.findProvider({ companyId: Number(company) });
    if (!provider) throw new SsoError('provider');
    const { user, config } = await this.readUser(provider, query, {
      pkceCodeVerifier: String(verifier),
      expectedNonce: String(nonce),
      expectedState: ticket.id,
    });
    const { db, now } = this.deps;
    const linked = { companyId: provider.company_id, issuer: provider.issuer, ...user };
    const account = await db.write(async (tx) => {
      const found = await findLinkedAccount(tx, linked, now());
      if (!isAllowed(found, client)) throw new SsoError('address');
      return found;
    });
    const role = mappedRole(provider, user.claims);
    if (role !== null && role !== account.role_type) await this.deps.updateRole(account, role, client);
    const binding = randomSecret();
    const issued = await this.tickets.issue(account.id, {
      rem: rem === true,
      pwd: hashSecret(account.password_hash),
      bind: hashSecret(binding),
      out: this.logoutUrl(config, user.claims),
    });
    return { ticket: issued, binding };
  }

  /**
   * Exchanges the ticket of a finished sign-in for a session, in the same browser and once.
   * @throws UNAUTHENTICATED, FORBIDDEN (address not allowed)
   */
  async exchange(text: string, binding: string | null, client: Client): Promise<TokenPair> {
    const { db, start } = this.deps;
    const ticket = await this.tickets.read(text);
    if (!ticket || ticket.userId === null || ticket.claims.bind !== hashSecret(binding ?? ''))
      throw loginFailed();
    const account = await findAccount(db.readOnlyTx, { id: ticket.userId });
    if (!isUsable(account) || ticket.claims.pwd !== hashSecret(account.password_hash)) throw loginFailed();
    const { rem, out } = ticket.claims;
    return start.begin(account, rem === true, client, async (tx, family) => {
      if (!(await this.tickets.use(tx, ticket))) throw loginFailed();
      const url = typeof out === 'string' ? out : null;
      await storeProviderSession(tx, { family, userId: account.id, url });
    });
  }

  private open(provider: Provider): Promise<Configuration> {
    const clientSecret = this.deps.secrets.open(provider.company_id, provider.sealed_secret);
    return openProvider({ issuer: provider.issuer, clientId: provider.client_id, clientSecret }, this.deps);
  }

  private async findProvider(
    key: { readonly domain: string } | { readonly companyId: number },
  ): Promise<Provider | null> {
    const { db } = this.deps;
    const columns = `SELECT p.company_id, p.issuer, p.client_id, p.sealed_secret, p.role_claim, p.role_mapping
      FROM identity_provider p JOIN company c ON c.id = p.company_id`;
    const [provider] =
      'domain' in key
        ? await db.read<Provider>(
            `${columns} JOIN identity_domain d ON d.company_id = p.company_id
             WHERE d.domain = ? AND p.enabled = 1 AND c.status = 1`,
            [key.domain],
          )
        : await db.read<Provider>(`${columns} WHERE p.company_id = ? AND p.enabled = 1 AND c.status = 1`, [
            key.companyId,
          ]);
    return provider ?? null;
  }

  /** Uses up the state of a sign-in, before the code goes out: neither of them works twice. @throws SsoError */
  private async takeFlow(query: URLSearchParams, flow: string | null): Promise<VerifiedTicket> {
    const ticket = await this.flows.read(flow ?? '');
    if (!ticket || query.get('state') !== ticket.id) throw new SsoError('expired');
    if (!(await this.deps.db.write((tx) => this.flows.use(tx, ticket)))) throw new SsoError('expired');
    return ticket;
  }

  /** Exchanges the code and returns the user's subject and claims. @throws SsoError */
  private async readUser(
    provider: Provider,
    query: URLSearchParams,
    checks: { pkceCodeVerifier: string; expectedNonce: string; expectedState: string },
  ): Promise<{ config: Configuration; user: { subject: string; claims: UnknownRecord } }> {
    try {
      const config = await this.open(provider);
      const tokens = await authorizationCodeGrant(config, new URL(`${this.redirectUri}?${query}`), checks);
      const claims = tokens.claims();
      if (!claims || claims.iat > this.deps.now() / 1000 + SKEW_SECONDS)
        throw new ProviderError('no valid ID token');
      const { role_claim: roleClaim } = provider;
      const isComplete = 'email' in claims && (roleClaim === null || Object.hasOwn(claims, roleClaim));
      // Okta, among others, leaves claims of scopes to the user info endpoint.
      const more =
        isComplete || !config.serverMetadata().userinfo_endpoint
          ? {}
          : await fetchUserInfo(config, tokens.access_token, claims.sub);
      return { config, user: { subject: claims.sub, claims: { ...more, ...claims } } };
    } catch (error) {
      const denied = error instanceof AuthorizationResponseError && error.error === 'access_denied';
      throw new SsoError(denied ? 'denied' : 'provider', { cause: error });
    }
  }

  private logoutUrl(config: Configuration, { login_hint: hint, email }: UnknownRecord): string | null {
    const endpoint = config.serverMetadata().end_session_endpoint;
    if (endpoint === undefined || !isTrustedUrl(endpoint)) return null;
    const known = [hint, email].find((one) => typeof one === 'string');
    return buildEndSessionUrl(config, {
      post_logout_redirect_uri: this.loginUrl,
      ...(typeof known === 'string' && { logout_hint: known }),
    }).href;
  }
}

function isAllowed(account: Account, client: Client): boolean {
  try {
    requireAllowed(account, client);
    return true;
  } catch {
    return false;
  }
}
