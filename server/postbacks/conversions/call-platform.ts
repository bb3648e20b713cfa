import {
  redact,
  tokenRequest,
  type Credentials,
  type PlatformAnswer,
  type PlatformRequest,
} from '../../../shared/catalog/platforms';
import { isRecord } from '../../../shared/records';
import type { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import { newEventId } from '../../platform/event-id';
import { attempt, type Attempt, type Reach } from '../request';
import type { Sender } from './read-sends';

/** Answers are read up to here, and stored up to the first KiB. */
const MAX_ANSWER_BYTES = 64 * 1024;
const STORED_ANSWER = 1024;

/** Access tokens by sender and version, until they expire. */
export type Tokens = Map<string, { readonly token: string; readonly until: number }>;

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

export interface CallDeps {
  readonly reach: Reach;
  readonly secrets: Pick<SealedSecrets, 'open'>;
  /** Maximum milliseconds for a platform's whole answer. */
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** Renews an access token of Google. Returns the failed attempt if the server gives none. */
async function accessToken(
  deps: CallDeps,
  tokens: Tokens,
  sender: Sender,
  credentials: Credentials,
): Promise<string | Attempt> {
  const key = `${sender.id} ${sender.version}`;
  const renewal = tokenRequest(credentials);
  const known = tokens.get(key);
  if (known && known.until > deps.now()) return known.token;
  if (!renewal) return credentials.access_token ?? '';
  const made = await attempt(renewal.url, {
    reach: deps.reach,
    idempotencyKey: newEventId(deps.now()),
    timeoutMs: deps.timeoutMs,
    method: 'POST',
    maxBodyBytes: MAX_ANSWER_BYTES,
    content: { body: renewal.form, contentType: 'application/x-www-form-urlencoded' },
  });
  const body = parse(made.body);
  if (made.status !== 200 || !isRecord(body) || typeof body.access_token !== 'string')
    return { ...made, body: null };
  // A minute before its end it may already be refused.
  const seconds = Math.max(0, Number(body.expires_in ?? 300) - 60);
  tokens.set(key, { token: body.access_token, until: deps.now() + seconds * 1000 });
  return body.access_token;
}

/** Attempt of a request, and the platform's judgement. */
export interface Called {
  readonly attempt: Attempt;
  readonly judged: PlatformAnswer;
}

interface Call {
  readonly sender: Sender;
  /** Idempotency-Key, and the number of the attempt from 1. */
  readonly id: string;
  readonly attempts: number;
  request(credentials: Credentials): PlatformRequest;
  answer(status: number | null, body: string): PlatformAnswer;
}

/** Sends a request to a platform with a sender's credentials. The result holds neither secrets nor digests. */
export async function callPlatform(
  deps: CallDeps,
  tokens: Tokens,
  { sender, id, attempts, ...call }: Call,
): Promise<Called> {
  const own: Credentials = {
    ...JSON.parse(sender.credentials),
    ...(sender.sealed_credentials === null
      ? {}
      : JSON.parse(deps.secrets.open(sender.product_id, sender.sealed_credentials))),
  };
  const token = sender.platform === 'google_data_manager' ? await accessToken(deps, tokens, sender, own) : '';
  if (typeof token !== 'string') {
    const isFinal =
      token.status !== null && token.status >= 400 && token.status < 500 && token.status !== 429;
    const reason = `token: ${token.status === null ? String(token.error) : `HTTP ${token.status}`}`;
    return { attempt: token, judged: { outcome: isFinal ? 'refused' : 'retry', reason, unauthorized: true } };
  }
  const credentials = token === '' ? own : { ...own, access_token: token };
  const { method, url, headers, body } = call.request(credentials);
  const made = await attempt(url, {
    reach: deps.reach,
    idempotencyKey: id,
    timeoutMs: deps.timeoutMs,
    method,
    maxBodyBytes: MAX_ANSWER_BYTES,
    content: {
      body: method === 'GET' ? '' : JSON.stringify(body),
      contentType: 'application/json',
      secretHeaders: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    },
  });
  const answered = call.answer(made.status, made.body ?? '');
  // A token may end early: it is renewed once.
  const isRenewable =
    answered.unauthorized && attempts === 1 && tokens.delete(`${sender.id} ${sender.version}`);
  const judged: PlatformAnswer = isRenewable ? { outcome: 'retry', reason: answered.reason } : answered;
  const hidden = (text: string | null) => text && redact(sender.target, credentials, text);
  return {
    attempt: {
      ...made,
      url: hidden(made.url) ?? '',
      body: hidden(made.body)?.slice(0, STORED_ANSWER) ?? null,
    },
    judged: { ...judged, reason: hidden(judged.reason) },
  };
}
