import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import ipaddr from 'ipaddr.js';
import { REFUSED_ADDRESS, INVALID_URL, TIMED_OUT, type PostbackOutcome } from '../../shared/domain/postback';
import { isPlatformAddress, isPlatformName } from './platform-addresses';

/** Decides whether a postback may go to an address. */
export type Reach = (address: string) => boolean;

/** The public IPv6 space; addresses outside of it never lead to an external server. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (!(address instanceof ipaddr.IPv6) || address.match(GLOBAL_V6));

/** Parses an address; a v4-mapped one counts as its v4 address. Returns null for other texts. */
const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  isIP(text) === 0 ? null : ipaddr.process(text.replace(/%.*$/, ''));

/** Allows all addresses but those of a cloud's own services. For hosts that the operator configures. */
export const operatorsReach: Reach = (text) => {
  const address = parseAddress(text);
  return address !== null && !isPlatformAddress(address);
};

/**
 * Allows public addresses and those that the installation configures (`WEBHOOK_ALLOW`), but never those of a
 * cloud's own services.
 * @param allow addresses or CIDR ranges
 */
export function reachOf(allow: readonly string[]): Reach {
  const allowed = new BlockList();
  for (const range of allow) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(address, family);
    else allowed.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    const address = parseAddress(text);
    if (address === null || isPlatformAddress(address)) return false;
    return isPublic(address) || allowed.check(address.toString(), address.kind());
  };
}

/** Returns the host of a URL without the brackets of IPv6. */
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const refusedError = (address: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${address} is not a public address`), { code: REFUSED_ADDRESS });

/**
 * Resolves a host name and refuses the connection if any of its addresses is not allowed. The connection uses
 * the checked addresses, so DNS rebinding has no effect.
 */
const lookupWithin =
  (reach: Reach): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`${hostname} has no address`), '', 0);
      const bad = addresses.find(({ address }) => !reach(address));
      if (bad) return done(refusedError(bad.address), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

/** Returns whether a host may be called as far as it is known without a DNS lookup. */
function mayReach(reach: Reach, hostname: string): boolean {
  const host = withoutBrackets(hostname);
  return isIP(host) === 0 ? !isPlatformName(host) : reach(host);
}

/** Returns whether a URL may be called, without a DNS lookup. */
export const mayCall =
  (reach: Reach) =>
  (url: string): boolean =>
    !URL.canParse(url) || mayReach(reach, new URL(url).hostname);

/** Maximum milliseconds for a server's whole answer. */
export const TIMEOUT_MS = 15_000;
/** Bytes of an answer that are stored. */
const MAX_BODY_BYTES = 1024;

/** One request and its outcome. */
export interface Attempt extends PostbackOutcome {
  readonly url: string;
  /** Start, in milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** First KiB of the response body. */
  readonly body: string | null;
  /** Target of a redirect, shown but never followed. */
  readonly location: string | null;
}

interface Options {
  readonly reach: Reach;
  /** Id of the postback, the same in every attempt and resend. */
  readonly idempotencyKey: string;
  readonly timeoutMs?: number;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Body of a POST, and headers that nothing records. */
  readonly content?: {
    readonly body: string;
    readonly contentType: string;
    readonly secretHeaders?: Readonly<Record<string, string>>;
  };
  /** Bytes of the response body to keep; defaults to the first KiB. */
  readonly maxBodyBytes?: number;
}

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code !== '' ? code : 'ERROR';
};

/**
 * Reads the beginning of a body, or what arrives of it. With the status received, the rest is not awaited.
 */
function readBeginning(answer: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      answer.destroy();
      resolve(Buffer.concat(pieces).subarray(0, maxBytes).toString('utf8'));
    };
    answer.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= maxBytes) end();
    });
    answer.on('end', end);
    answer.on('error', end);
    answer.on('close', end);
  });
}

/** A request that is limited to reachable addresses. */
interface GuardedRequest {
  readonly reach: Reach;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string | undefined;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request to an address within reach. Rejects for any other one; follows no redirects. */
export function sendGuarded(
  url: URL,
  { reach, headers, method = 'GET', body, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A literal address is never looked up.
    if (!mayReach(reach, url.hostname)) throw refusedError(url.hostname);
    const request = url.protocol === 'https:' ? secureRequest : plainRequest;
    // No agent: a connection to a checked address serves this request only.
    const sent = request(
      url,
      { method, headers, agent: false, lookup: lookupWithin(reach), signal },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the headers of a postback. */
export const headersFor = (idempotencyKey: string): Attempt['requestHeaders'] => ({
  accept: '*/*',
  'user-agent': 'InflowConsole-Postback/1.0',
  'idempotency-key': idempotencyKey,
});

/** Formats headers for storage, one per line. */
export const headersText = (headers: Attempt['requestHeaders']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw Object.assign(new Error('no http or https address'), { code: INVALID_URL });
}

/**
 * Sends a GET (or HEAD, or a POST) and returns the outcome; never throws. Does not follow redirects,
 * refuses private addresses (`reach`), and times out after 15 s by default.
 */
export async function attempt(url: string, options: Options): Promise<Attempt> {
  const { idempotencyKey, timeoutMs = TIMEOUT_MS, maxBodyBytes = MAX_BODY_BYTES } = options;
  const requestHeaders = {
    ...headersFor(idempotencyKey),
    ...(options.content && { 'content-type': options.content.contentType }),
  };
  const at = Date.now();
  const began = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const outcome = (rest: Pick<Attempt, 'status' | 'error' | 'body' | 'location'>): Attempt => ({
    url,
    at,
    durationMs: Math.round(performance.now() - began),
    requestHeaders,
    ...rest,
  });
  try {
    const { reach, method, content } = options;
    const headers = { ...requestHeaders, ...content?.secretHeaders };
    const request = { reach, headers, method, body: content?.body, signal };
    const answer = await sendGuarded(parse(url), request);
    const body = await readBeginning(answer, maxBodyBytes);
    return outcome({
      status: answer.statusCode ?? null,
      error: null,
      body,
      location: answer.headers.location ?? null,
    });
  } catch (error) {
    return outcome({
      status: null,
      error: signal.aborted ? TIMED_OUT : codeOf(error),
      body: null,
      location: null,
    });
  }
}
