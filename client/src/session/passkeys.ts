/** Loaded on first use, so that the first load stays small. */
const library = () => import('@simplewebauthn/browser');

/** Checks whether passkeys work here: the browser has them, and the page has https (or localhost) and a host name. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** A passkey that the browser created. */
export interface CreatedPasskey {
  /** Response for the server, as JSON. */
  readonly response: string;
  /** The other device that stores it, if any. */
  readonly storedOn: 'securityKey' | 'phone' | undefined;
}

/**
 * Asks the user to create a passkey.
 * @throws an error that `passkeyProblem` names
 */
export async function createPasskey(options: string): Promise<CreatedPasskey> {
  const { startRegistration } = await library();
  const response = await startRegistration({ optionsJSON: JSON.parse(options) });
  const isElsewhere = response.authenticatorAttachment === 'cross-platform';
  const isPhone = response.response.transports?.includes('hybrid');
  return {
    response: JSON.stringify(response),
    storedOn: isElsewhere ? (isPhone ? 'phone' : 'securityKey') : undefined,
  };
}

/**
 * Asks the user for a passkey. Returns the response for the server, as JSON.
 * @throws an error that `passkeyProblem` names
 */
export async function requestPasskey(options: string): Promise<string> {
  const { startAuthentication } = await library();
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}

const CANCELLED = new Set(['NotAllowedError', 'AbortError']);
const UNUSABLE = new Set([
  'SecurityError',
  'NotSupportedError',
  'ConstraintError',
  'UnknownError',
  'WebAuthnError',
]);

/** Names why the browser gave no passkey; undefined for errors of another kind. */
export function passkeyProblem(error: unknown): 'cancelled' | 'known' | 'unusable' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') return 'known';
  if (CANCELLED.has(error.name)) return 'cancelled';
  return UNUSABLE.has(error.name) ? 'unusable' : undefined;
}
