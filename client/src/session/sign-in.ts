import { isRecord } from '../../../shared/records';
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

/**
 * Signs in and stores the tokens.
 * @returns the ticket for the second step if the user has a second factor
 * @throws RestError 401 wrong credentials, 403 address not allowed, 429 too many attempts
 */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  const response = await callRest('/api/v1/auth/signin/', {
    method: 'POST',
    body: credentials,
    anonymous: true,
  });
  const answer: unknown = await response.json();
  if (isRecord(answer) && typeof answer.ticket === 'string') return answer.ticket;
  storeTokens(answer, credentials.remember);
  return undefined;
}

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code, and stores the tokens.
 * @throws RestError 401 wrong code or expired ticket, 429 too many attempts
 */
export async function completeSignIn(ticket: string, code: string, remember: boolean): Promise<void> {
  const response = await callRest('/api/v1/auth/second-factor/', {
    method: 'POST',
    body: { ticket, code },
    anonymous: true,
  });
  storeTokens(await response.json(), remember);
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
