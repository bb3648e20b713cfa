import { refreshTokens } from '../../../session/refresh';
import { tokenStore } from '../../../session/token-store';

const UNAUTHENTICATED = '"UNAUTHENTICATED"';

/** `fetch` with the console's access token. Renews a rejected token once and repeats the request. */
export const sessionFetch: typeof fetch = async (input, init = {}) => {
  const send = (access: string | undefined): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (access) headers.set('Authorization', `Bearer ${access}`);
    return fetch(input, { ...init, headers });
  };
  const used = tokenStore.read()?.access;
  const response = await send(used);
  const refused = response.status === 401 || (await response.clone().text()).includes(UNAUTHENTICATED);
  if (!refused) return response;
  const renewed = await refreshTokens(used);
  return renewed ? send(renewed.access) : response;
};
