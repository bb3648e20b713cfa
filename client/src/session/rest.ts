import i18next, { type TFunction } from 'i18next';
import { isRecord } from '../../../shared/records';
import { refreshTokens, type Fetch } from './refresh';
import { tokenStore } from './token-store';

/** HTTP statuses after which a safe call is retried. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Number of retries of a safe (reading) call; writes are never repeated. */
export const SAFE_RETRIES = 1;

/** Failed response of a REST endpoint. */
export class RestError extends Error {
  constructor(
    readonly status: number,
    /** Messages for the user, as the server sent them. */
    readonly messages: readonly string[],
    readonly requestId: string | undefined,
    /** Seconds to wait, if the server sent them. */
    readonly retryAfter: number | undefined,
    /** Parsed JSON body, for details beside the messages. */
    readonly data?: unknown,
  ) {
    super(messages.join('\n') || `HTTP ${status}`);
    this.name = 'RestError';
  }
}

/** Reads the failure of a response outside 2xx. */
export async function restErrorOf(response: Response): Promise<RestError> {
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

/** Returns in lines why a call without a session failed. It needs no texts of the signed-in pages. */
export function restFailureText(t: TFunction, error: unknown): string {
  if (!(error instanceof RestError)) return t('session.unreachable');
  const { status, messages } = error;
  const name = status >= 500 ? [`${status} Internal Server Error`] : [];
  return [...name, ...messages].join('\n') || t('common.unknownError');
}

export interface RestRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** For sign-in and similar requests: sends no token and never repeats. */
  anonymous?: boolean;
  signal?: AbortSignal;
}

/**
 * Calls a REST endpoint with the session's token. Renews a rejected token once and repeats the call. Repeats
 * reads once on the statuses of RETRY_STATUSES.
 * @throws RestError for every response outside 2xx; TypeError if the server can't be reached
 */
export async function callRest(
  path: string,
  request: RestRequest = {},
  fetcher: Fetch = fetch,
): Promise<Response> {
  const { method = 'GET', body, headers, anonymous = false, signal } = request;
  const send = (access: string | undefined): Promise<Response> =>
    fetcher(path, {
      method,
      headers: {
        ...headers,
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
  if (!response.ok) throw await restErrorOf(response);
  return response;
}
