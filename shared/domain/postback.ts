/** Circuit breaker state of a host: consecutive failures and the end of the pause. */
export interface HostState {
  readonly failures: number;
  /** Milliseconds since 1970; 0: not paused. */
  readonly openUntil: number;
}

/** Consecutive failures after which a host is paused. */
export const FAILURES_TO_OPEN = 10;

export const HEALTHY: HostState = { failures: 0, openUntil: 0 };

/**
 * Returns the state after an attempt. Ten consecutive failures pause a host for the first interval of the
 * retry schedule. After the pause one more failure pauses it again, and one success resets it.
 *
 * @param failed whether the host itself failed (`isHostFailure`)
 * @param pauseMs length of the pause
 */
export function nextHostState(state: HostState, failed: boolean, now: number, pauseMs: number): HostState {
  if (!failed) return HEALTHY;
  const failures = state.failures + 1;
  return { failures, openUntil: failures >= FAILURES_TO_OPEN ? now + pauseMs : 0 };
}

/** Outcome of one request to a network's server. */
export interface PostbackOutcome {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /**
   * Error code of the system without a response: `ENOTFOUND`, `ECONNREFUSED`, `CERT_HAS_EXPIRED` ...; null
   * with one.
   */
  readonly error: string | null;
}

/** Diagnoses of a postback attempt. Each has its texts in shared/i18n. */
export const DIAGNOSES = [
  'delivered',
  'refusedAddress',
  'invalidUrl',
  'dns',
  'tls',
  'timeout',
  'refusedConnection',
  'lostConnection',
  'redirect',
  'badRequest',
  'unauthorized',
  'notFound',
  'tooMany',
  'otherClientError',
  'serverError',
  'otherAnswer',
  'worker',
] as const;
export type Diagnosis = (typeof DIAGNOSES)[number];

/** Error codes of the product itself. */
export const REFUSED_ADDRESS = 'REFUSED_ADDRESS';
export const TIMED_OUT = 'TIMED_OUT';
export const INVALID_URL = 'INVALID_URL';
export const WORKER_ENDED = 'WORKER_ENDED';

const ERRORS: Readonly<Record<string, Diagnosis>> = {
  [REFUSED_ADDRESS]: 'refusedAddress',
  [INVALID_URL]: 'invalidUrl',
  [TIMED_OUT]: 'timeout',
  [WORKER_ENDED]: 'worker',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refusedConnection',
  EHOSTUNREACH: 'refusedConnection',
  ENETUNREACH: 'refusedConnection',
  EPROTO: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
};

const CLIENT_ERRORS: Readonly<Record<number, Diagnosis>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'notFound',
  410: 'notFound',
  429: 'tooMany',
};

function diagnoseStatus(status: number): Diagnosis {
  if (status >= 200 && status < 300) return 'delivered';
  if (status >= 300 && status < 400) return 'redirect';
  if (status >= 500) return 'serverError';
  return CLIENT_ERRORS[status] ?? (status >= 400 ? 'otherClientError' : 'otherAnswer');
}

/** Diagnoses one attempt. Only a 2xx is a delivery; redirects are not followed and therefore fail. */
export function diagnose({ status, error }: PostbackOutcome): Diagnosis {
  if (error === null) return status === null ? 'lostConnection' : diagnoseStatus(status);
  const code = error.toUpperCase();
  return ERRORS[code] ?? (/^(ERR_TLS|ERR_SSL|CERT_)/.test(code) ? 'tls' : 'lostConnection');
}

/** Formats the outcome of an attempt as queues store it: `HTTP 500`, `ENOTFOUND`. */
export const formatOutcome = ({ status, error }: PostbackOutcome): string =>
  status === null ? String(error) : `HTTP ${status}`;

/** Diagnoses a text of `answerText`. Returns null for other texts. */
export function parseDiagnosis(text: string): Diagnosis | null {
  const [, status] = /^HTTP (\d{3})$/.exec(text) ?? [];
  if (status !== undefined) return diagnose({ status: Number(status), error: null });
  return /^[A-Z]+(_[A-Z0-9]+)*$/.test(text) ? diagnose({ status: null, error: text }) : null;
}

/**
 * Returns whether the host itself failed, rather than only this request. The circuit breaker counts these
 * failures.
 */
export const isHostFailure = (diagnosis: Diagnosis): boolean => HOST_FAILURES.has(diagnosis);

const HOST_FAILURES: ReadonlySet<Diagnosis> = new Set<Diagnosis>([
  'dns',
  'tls',
  'timeout',
  'refusedConnection',
  'lostConnection',
  'tooMany',
  'serverError',
]);
