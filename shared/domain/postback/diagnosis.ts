/** What came of asking a network's server once. */
export interface PostbackAnswer {
  /** HTTP status; null where none came. */
  readonly status: number | null;
  /** Why no answer came, as the system names it: `ENOTFOUND`, `ECONNREFUSED`, `CERT_HAS_EXPIRED` ...; null where one came. */
  readonly error: string | null;
}

/** What is wrong with a notification that did not arrive. Each has its words in shared/i18n. */
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

/** The product's own reasons beside the system's. */
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

const ANSWERS: Readonly<Record<number, Diagnosis>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'notFound',
  410: 'notFound',
  429: 'tooMany',
};

function ofStatus(status: number): Diagnosis {
  if (status >= 200 && status < 300) return 'delivered';
  if (status >= 300 && status < 400) return 'redirect';
  if (status >= 500) return 'serverError';
  return ANSWERS[status] ?? (status >= 400 ? 'otherClientError' : 'otherAnswer');
}

/** What one attempt says about where the fault lies. A 2xx alone is a delivery; a redirect is not followed, so it is none. */
export function diagnose({ status, error }: PostbackAnswer): Diagnosis {
  if (error === null) return status === null ? 'lostConnection' : ofStatus(status);
  const code = error.toUpperCase();
  return ERRORS[code] ?? (/^(ERR_TLS|ERR_SSL|CERT_)/.test(code) ? 'tls' : 'lostConnection');
}

/** What became of an attempt in one word, as queues keep it: `HTTP 500`, `ENOTFOUND`. */
export const answerText = ({ status, error }: PostbackAnswer): string =>
  status === null ? String(error) : `HTTP ${status}`;

/** What a word of `answerText` says about the fault; null for other texts. */
export function diagnosisOfText(text: string): Diagnosis | null {
  const [, status] = /^HTTP (\d{3})$/.exec(text) ?? [];
  if (status !== undefined) return diagnose({ status: Number(status), error: null });
  return /^[A-Z]+(_[A-Z0-9]+)*$/.test(text) ? diagnose({ status: null, error: text }) : null;
}

/** Whether the host itself is in trouble, and not only this request: what the circuit breaker counts. */
export function isHostFailure(diagnosis: Diagnosis): boolean {
  return HOST_FAILURES.has(diagnosis);
}

const HOST_FAILURES: ReadonlySet<Diagnosis> = new Set<Diagnosis>([
  'dns',
  'tls',
  'timeout',
  'refusedConnection',
  'lostConnection',
  'tooMany',
  'serverError',
]);
