import { isRecord, type UnknownRecord } from '../../../shared/records';
import { callRest } from './rest';
import { tokensIn, tokenStore } from './token-store';

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

function storeTokens(answer: unknown, remember: boolean): void {
  const tokens = tokensIn(answer);
  if (!tokens) throw new Error('The server returned no tokens');
  tokenStore.write(tokens, remember);
}

/** Data for an authenticator app. */
export interface SecondFactorSetup {
  secret: string;
  uri: string;
}

/** The second step of a sign-in. */
export interface SecondStep {
  ticket: string;
  /** For a user who must set up a second factor first. */
  setup: SecondFactorSetup | undefined;
}

const postAnonymously = async (path: string, body: object): Promise<UnknownRecord> => {
  const answer: unknown = await (await callRest(path, { method: 'POST', body, anonymous: true })).json();
  return isRecord(answer) ? answer : {};
};

/** Begins the set-up that the sign-in needs. */
async function beginSetUp(ticket: string): Promise<SecondFactorSetup> {
  const { secret, uri } = await postAnonymously('/api/v1/auth/second-factor/set-up/', { ticket });
  return { secret: String(secret), uri: String(uri) };
}

/**
 * Signs in and stores the tokens.
 * @returns the second step if the user has a second factor or must set one up
 * @throws RestError 401 wrong credentials, 403 address not allowed, 429 too many attempts
 */
export async function signIn(credentials: Credentials): Promise<SecondStep | undefined> {
  const answer = await postAnonymously('/api/v1/auth/signin/', credentials);
  if (typeof answer.ticket === 'string') {
    const mustSetUp = Array.isArray(answer.methods) && answer.methods.includes('set_up');
    return { ticket: answer.ticket, setup: mustSetUp ? await beginSetUp(answer.ticket) : undefined };
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
  const answer = await postAnonymously('/api/v1/auth/second-factor/', { ticket, code });
  storeTokens(answer, remember);
  return Array.isArray(answer.recovery_codes) ? answer.recovery_codes.map(String) : [];
}

/** Ends the session here at once and notifies the server without waiting. */
export function signOut(): void {
  const tokens = tokenStore.read();
  tokenStore.clear();
  if (!tokens) return;
  callRest('/api/v1/auth/signout/', {
    method: 'POST',
    body: { refresh: tokens.refresh },
    anonymous: true,
  }).catch(() => undefined);
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
