import {
  nextHostState,
  formatOutcome,
  diagnose,
  parseDiagnosis,
  FAILURES_TO_OPEN,
  HEALTHY,
  isHostFailure,
  type HostState,
} from './postback';

describe('the diagnosis of an attempt', () => {
  it.each<[string, number | null, string | null, string, boolean]>([
    ['any 2xx is a delivery', 200, null, 'delivered', false],
    ['204 too', 204, null, 'delivered', false],
    ['a redirect is not followed', 302, null, 'redirect', false],
    ['a malformed request', 400, null, 'badRequest', false],
    ['a wrong key', 401, null, 'unauthorized', false],
    ['a blocked sender', 403, null, 'unauthorized', false],
    ['a wrong path', 404, null, 'notFound', false],
    ['too many requests', 429, null, 'tooMany', true],
    ['another 4xx', 422, null, 'otherClientError', false],
    ['a server error', 503, null, 'serverError', true],
    ['an unknown HTTP status', 199, null, 'otherAnswer', false],
    ['an unknown host', null, 'ENOTFOUND', 'dns', true],
    ['an expired certificate', null, 'CERT_HAS_EXPIRED', 'tls', true],
    ['a certificate of another host', null, 'ERR_TLS_CERT_ALTNAME_INVALID', 'tls', true],
    ['a self-signed certificate', null, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', true],
    ['plain HTTP on an HTTPS port', null, 'ERR_SSL_WRONG_VERSION_NUMBER', 'tls', true],
    ['a refused connection', null, 'ECONNREFUSED', 'refusedConnection', true],
    ['a broken connection', null, 'ECONNRESET', 'lostConnection', true],
    ['15 seconds went by', null, 'TIMED_OUT', 'timeout', true],
    ['a private address', null, 'REFUSED_ADDRESS', 'refusedAddress', false],
    ['an invalid URL', null, 'INVALID_URL', 'invalidUrl', false],
  ])('%s', (_name, status, error, diagnosis, hostFailed) => {
    expect(diagnose({ status, error })).toBe(diagnosis);
    expect(isHostFailure(diagnose({ status, error }))).toBe(hostFailed);
    expect(parseDiagnosis(formatOutcome({ status, error }))).toBe(diagnosis);
  });

  it.each(['', 'alertGone', 'noSmtp', 'recipient: 550 no such user', 'took longer than 120 s'])(
    'other stored texts have no diagnosis: %j',
    (text) => {
      expect(parseDiagnosis(text)).toBeNull();
    },
  );
});

describe('a failing host', () => {
  const failing = (times: number, from: HostState = HEALTHY): HostState =>
    Array.from({ length: times }).reduce<HostState>(
      (state) => nextHostState(state, true, 1000, 60_000),
      from,
    );

  it('is paused after ten consecutive failures', () => {
    expect(failing(FAILURES_TO_OPEN - 1).openUntil).toBe(0);
    expect(failing(FAILURES_TO_OPEN).openUntil).toBe(61_000);
  });

  it('is paused again after one more failure, and reset after one success', () => {
    const open = failing(FAILURES_TO_OPEN);
    expect(nextHostState(open, true, 70_000, 60_000).openUntil).toBe(130_000);
    expect(nextHostState(open, false, 70_000, 60_000)).toEqual(HEALTHY);
  });

  it('restarts the count after one success', () => {
    expect(failing(FAILURES_TO_OPEN - 1, nextHostState(failing(5), false, 0, 1)).openUntil).toBe(0);
  });
});
