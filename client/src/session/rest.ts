import i18next from 'i18next';
import { isRecord } from '../../../shared/records';
import { refreshTokens, type Fetch } from './refresh';
import { RETRY_STATUSES, SAFE_RETRIES } from './retry';
import { tokenStore } from './token-store';

/** An answer of the REST doors that is no success. */
export class RestError extends Error {
  constructor(
    readonly status: number,
    /** Messages for people, as the server put them. */
    readonly messages: readonly string[],
    readonly requestId: string | undefined,
    /** Seconds to wait, where the server says so. */
    readonly retryAfter: number | undefined,
    /** The answer itself, where it was JSON: what a refusal says beside its messages. */
    readonly data?: unknown,
  ) {
    super(messages.join('\n') || `HTTP ${status}`);
    this.name = 'RestError';
  }
}

async function errorOf(response: Response): Promise<RestError> {
  const answer: unknown = await response.json().catch(() => undefined);
  const body = isRecord(answer) ? answer : {};
  const messages = Array.isArray(body._message) ? body._message : [body._message];
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new RestError(
    response.status,
    messages.filter((message): message is string => typeof message === 'string'),
    typeof body.request_id === 'string' ? body.request_id : undefined,
    Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    answer,
  );
}

export interface RestRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Sign-in and its kin send no token and are never repeated. */
  anonymous?: boolean;
  signal?: AbortSignal;
}

/**
 * Calls a REST door with the session's token. A refused token is renewed once and the call repeated; reading calls
 * are repeated once on the statuses of RETRY_STATUSES.
 * @throws RestError for every answer outside 2xx; TypeError when the server can't be reached.
 */
export async function callRest(
  path: string,
  request: RestRequest = {},
  fetcher: Fetch = fetch,
): Promise<Response> {
  const { method = 'GET', body, anonymous = false, signal } = request;
  const send = (access: string | undefined): Promise<Response> =>
    fetcher(path, {
      method,
      headers: {
        'Accept-Language': i18next.language ?? 'ja',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(access === undefined || anonymous ? {} : { Authorization: `Bearer ${access}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });

  let access = tokenStore.read()?.access;
  let response = await send(access);
  if (response.status === 401 && !anonymous) {
    const renewed = await refreshTokens(access);
    if (renewed) {
      access = renewed.access;
      response = await send(access);
    }
  }
  for (
    let left = method === 'GET' ? SAFE_RETRIES : 0;
    left > 0 && RETRY_STATUSES.has(response.status);
    left -= 1
  ) {
    response = await send(access);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}
