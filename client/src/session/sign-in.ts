import { isRecord, type UnknownRecord } from '../../../shared/records';
import { requestPasskey } from './passkeys';
import { callRest } from './rest';
import { tokensIn, tokenStore } from './token-store';

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/** Data for an authenticator app. */
export interface SecondFactorSetup {
  secret: string;
  uri: string;
}

/** Second step of a sign-in. */
export interface SecondStepOffer {
  ticket: string;
  /** How it can be completed: totp, passkey, recovery_code, or set_up. */
  methods: readonly string[];
  /** For a user who must set up a second factor first. */
  setup: SecondFactorSetup | undefined;
}

function storeTokens(answer: unknown, remember: boolean): void {
  const tokens = tokensIn(answer);
  if (!tokens) throw new Error('The server returned no tokens');
  tokenStore.write(tokens, remember);
}

const callAuth = async (path: string, body: object): Promise<UnknownRecord> => {
  const response = await callRest(`/api/v1/auth/${path}/`, { method: 'POST', body, anonymous: true });
  const answer: unknown = await response.json();
  return isRecord(answer) ? answer : {};
};

/** Begins the set-up that the sign-in needs. */
async function beginSetUp(ticket: string): Promise<SecondFactorSetup> {
  const { secret, uri } = await callAuth('second-factor/set-up', { ticket });
  return { secret: String(secret), uri: String(uri) };
}

/**
 * Signs in and stores the tokens.
 * @returns the second step if the user has a second factor or must set one up
 * @throws RestError 401 wrong credentials, 403 address not allowed, 429 too many attempts
 */
export async function signIn(credentials: Credentials): Promise<SecondStepOffer | undefined> {
  const { ticket, ...answer } = await callAuth('signin', credentials);
  if (typeof ticket === 'string') {
    const methods = Array.isArray(answer.methods) ? answer.methods : [];
    return { ticket, methods, setup: methods.includes('set_up') ? await beginSetUp(ticket) : undefined };
  }
  storeTokens(answer, credentials.remember);
  return undefined;
}

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code, and stores the tokens.
 * @returns the recovery codes of a second factor that was set up in this sign-in
 * @throws RestError 401 wrong code or expired ticket, 429 too many attempts
 */
export async function completeSignIn(ticket: string, code: string, remember: boolean): Promise<string[]> {
  const answer = await callAuth('second-factor', { ticket, code });
  storeTokens(answer, remember);
  return Array.isArray(answer.recovery_codes) ? answer.recovery_codes.map(String) : [];
}

/** Requests a passkey from the server's options on. */
async function passkeyFor(path: string, body: object): Promise<{ ticket: string; assertion: string }> {
  const { ticket, options } = await callAuth(path, body);
  return { ticket: String(ticket), assertion: await requestPasskey(String(options)) };
}

/**
 * Completes a sign-in with a passkey, and stores the tokens.
 * @throws RestError like `completeSignIn`, and an error that `passkeyProblem` names
 */
export async function completeWithPasskey(ticket: string, remember: boolean): Promise<void> {
  const proof = await passkeyFor('second-factor/options', { ticket });
  storeTokens(await callAuth('second-factor', proof), remember);
}

/**
 * Signs in with a passkey instead of the password, and stores the tokens.
 * @throws RestError like `signIn`, and an error that `passkeyProblem` names
 */
export async function signInWithPasskey(remember: boolean): Promise<void> {
  const proof = await passkeyFor('passkey/options', {});
  storeTokens(await callAuth('passkey', { ...proof, remember }), remember);
}

/** First user of an installation, with the code from the server's log. */
export interface FirstUser {
  code: string;
  companyName: string;
  productName: string;
  userName: string;
  email: string;
  password: string;
}

/**
 * Creates the first user, and stores the tokens.
 * @throws RestError 400 invalid fields, 401 wrong code, 403 there is a user already, 429 too many attempts
 */
export async function createFirstUser(user: FirstUser): Promise<void> {
  const { companyName: company_name, productName: product_name, userName: user_name, ...rest } = user;
  storeTokens(await callAuth('first-user', { company_name, product_name, user_name, ...rest }), false);
}

/** Page and lifetime of a single sign-on, kept in this tab while the browser is at the identity provider. */
const SSO_KEY = 'ic_sso';

/**
 * Begins a single sign-on: leads the browser to the identity provider of the address.
 * @param next page to open afterwards
 * @throws RestError 400 no single sign-on for the address, 429 too many attempts, 503 provider unreachable
 */
export async function beginSingleSignOn(email: string, remember: boolean, next: string): Promise<void> {
  const response = await callRest('/api/v1/auth/oidc/', {
    method: 'POST',
    body: { email, remember },
    anonymous: true,
  });
  const answer: unknown = await response.json();
  if (!isRecord(answer) || typeof answer.url !== 'string') throw new Error('The server returned no address');
  sessionStorage.setItem(SSO_KEY, JSON.stringify({ remember, next }));
  location.assign(answer.url);
}

/**
 * Completes a single sign-on with the ticket that the identity provider's answer led to, and stores the tokens.
 * @returns the page to open
 * @throws RestError 401 expired ticket, 403 address not allowed
 */
export async function completeSingleSignOn(ticket: string): Promise<string | null> {
  const response = await callRest('/api/v1/auth/oidc/session/', {
    method: 'POST',
    body: { ticket },
    anonymous: true,
  });
  const begun: unknown = JSON.parse(sessionStorage.getItem(SSO_KEY) ?? 'null');
  sessionStorage.removeItem(SSO_KEY);
  const { remember, next } = isRecord(begun) ? begun : {};
  storeTokens(await response.json(), remember === true);
  return typeof next === 'string' ? next : null;
}

/** Opens the identity provider's sign-out page, if the server returned one. */
async function leaveProvider(response: Response): Promise<void> {
  if (response.status !== 200) return;
  const answer: unknown = await response.json();
  if (isRecord(answer) && typeof answer.logout_url === 'string') location.assign(answer.logout_url);
}

/**
 * Ends the session here at once and notifies the server without waiting. A session of an identity provider ends
 * there too.
 */
export function signOut(): void {
  const tokens = tokenStore.read();
  tokenStore.clear();
  if (!tokens) return;
  callRest('/api/v1/auth/signout/', {
    method: 'POST',
    body: { refresh: tokens.refresh },
    anonymous: true,
  })
    .then(leaveProvider)
    .catch(() => undefined);
}

/**
 * Posts to an endpoint without a session. Reads the response body, although it is empty, because the
 * connection stays busy until then.
 */
async function post(path: string, body: object): Promise<void> {
  await (await callRest(path, { method: 'POST', body, anonymous: true })).text();
}

/** Requests a reset mail; the response is the same whether or not the address is known. */
export async function forgotPassword(email: string): Promise<void> {
  await post('/api/v1/auth/forgot-password/', { email });
}

/**
 * Checks whether the link of a reset mail or an invitation is still valid.
 * @throws RestError if it is not
 */
export async function checkPasswordLink(token: string): Promise<void> {
  await post('/api/v1/auth/password-link/', { token });
}

/** Sets a new password with the token of a reset mail. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await post('/api/v1/auth/reset-password/', { token, password });
}
