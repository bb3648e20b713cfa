import { callRest } from './rest';
import { tokensIn, tokenStore } from './token-store';

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/**
 * Signs in and keeps the tokens.
 * @throws RestError 401 wrong credentials, 403 address not allowed, 429 too many tries.
 */
export async function signIn(credentials: Credentials): Promise<void> {
  const response = await callRest('/api/v1/auth/signin/', {
    method: 'POST',
    body: credentials,
    anonymous: true,
  });
  const tokens = tokensIn(await response.json());
  if (!tokens) throw new Error('The server answered without tokens');
  tokenStore.write(tokens, credentials.remember);
}

/** Ends the session here at once; the server is told, but its answer is not waited for. */
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

/** Tells the server something at a door without a session. Its answer is read, though it says no more: until then the connection is not free. */
async function tell(path: string, body: object): Promise<void> {
  await (await callRest(path, { method: 'POST', body, anonymous: true })).text();
}

/** Asks for a reset mail; the answer is the same whether or not the address is known. */
export async function forgotPassword(email: string): Promise<void> {
  await tell('/api/v1/auth/forgot-password/', { email });
}

/** Asks whether the link of a reset mail or of an invitation can still be used. @throws RestError where it can't */
export async function checkPasswordLink(token: string): Promise<void> {
  await tell('/api/v1/auth/password-link/', { token });
}

/** Sets a new password by the token of a reset mail. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await tell('/api/v1/auth/reset-password/', { token, password });
}
