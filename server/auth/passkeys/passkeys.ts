import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../../db/columns';
import type { Database, Tx } from '../../db/database';
import { execute, select } from '../../db/statements';
import { hashSecret } from '../tokens';

const NAME = 'Inflow Console';
/** Time in which the user answers the browser. */
const TIMEOUT_MS = 5 * 60_000;
/** Signature algorithms: ES256, EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257];
/** Longest credential id of WebAuthn, in base64url. */
const MAX_ID = 1364;
/** Bytes of the longest accepted public key, above that of RSA with 8192 bits. */
const MAX_KEY = 2048;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Both libraries load on first use, because they take a fifth of a second. */
const library = () => import('@simplewebauthn/server');
const decoders = () => import('@simplewebauthn/server/helpers');

const credential = { id: z.string().min(1).max(MAX_ID), rawId: z.string(), type: z.literal('public-key') };
const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).optional(),
  }),
  clientExtensionResults: z
    .object({ credProps: z.object({ rk: z.boolean().optional() }).optional() })
    .optional(),
});
const assertionSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});

/** A new passkey whose response was verified. */
export interface VerifiedPasskey {
  readonly credentialHash: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string;
  /** Whether it can replace the password: the device verified the user, and finds the passkey by itself. */
  readonly mayReplacePassword: boolean;
}

/** An assertion that fits. It must still be used, which stores its counter. */
export interface ValidAssertion {
  readonly userId: number;
  readonly use: (tx: Tx) => Promise<boolean>;
}

interface Row {
  id: number;
  user_id: number;
  credential_id: string;
  public_key: string;
  counter: number | string;
  passwordless: number | boolean;
}

export interface PasskeyDeps {
  readonly db: Database;
  readonly secret: string;
  /** Address of the console. Passkeys belong to its host. */
  readonly publicUrl: string;
  readonly now: () => number;
}

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** Parses a browser's response; null if it is malformed. */
function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return readJson(schema, text);
  } catch {
    return null;
  }
}

/** Creates requests to browsers and verifies their responses. Both are JSON texts of WebAuthn. */
export class Passkeys {
  private readonly rpId: string;
  private readonly origin: string;

  constructor(private readonly deps: PasskeyDeps) {
    const { hostname, origin } = new URL(deps.publicUrl);
    this.rpId = hostname;
    this.origin = origin;
  }

  /** Returns the challenge of a sign-in's second step, which depends on its ticket. */
  challengeOf(ticketId: string): string {
    return this.derive(`passkey challenge ${ticketId}`).toString('base64url');
  }

  /** Returns the request to create a passkey. */
  async creationRequest(
    user: { readonly id: number; readonly email: string },
    challenge: string,
  ): Promise<string> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: this.rpId,
      userName: user.email,
      userDisplayName: user.email,
      // Consoles of one host have different secrets, so a device doesn't mix up their users.
      userID: new Uint8Array(this.derive(`passkey user ${user.id}`)),
      challenge: bytes(challenge),
      timeout: TIMEOUT_MS,
      excludeCredentials: await this.descriptorsOf(user.id),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return JSON.stringify(options);
  }

  /** Returns the request to use a passkey: one of the user's, or any that replaces the password. */
  async assertionRequest(challenge: string, userId: number | null): Promise<string> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      challenge: bytes(challenge),
      timeout: TIMEOUT_MS,
      allowCredentials: userId === null ? [] : await this.descriptorsOf(userId),
      userVerification: userId === null ? 'required' : 'preferred',
    });
    return JSON.stringify(options);
  }

  /** Verifies a new passkey. Returns null if it is malformed or answers another request. */
  async verifyNew(text: string, challenge: string): Promise<VerifiedPasskey | null> {
    const given = parse(attestationSchema, text);
    const info = given && (await this.verifyAttestation(given, challenge).catch(() => null));
    if (!info || info.credential.id !== given.id || info.credential.publicKey.length > MAX_KEY) return null;
    const { transports = [] } = given.response;
    return {
      credentialHash: hashSecret(given.id),
      credentialId: given.id,
      publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
      counter: info.credential.counter,
      transports: TRANSPORTS.filter((one) => transports.includes(one)).join(),
      mayReplacePassword: info.userVerified && given.clientExtensionResults?.credProps?.rk !== false,
    };
  }

  /**
   * Checks the use of a passkey: one of the user's, or any that replaces the password. Returns null if it is
   * unknown, malformed, copied (its counter went back), or answers another request.
   */
  async check(text: string, challenge: string, userId: number | null): Promise<ValidAssertion | null> {
    const given = parse(assertionSchema, text);
    if (!given) return null;
    const [row] = await select<Row>(this.deps.db)`SELECT id, user_id, credential_id, public_key, counter,
      passwordless FROM passkey WHERE credential_hash = ${hashSecret(given.id)}`;
    if (!row || (userId === null ? !row.passwordless : row.user_id !== userId)) return null;
    const { verifyAuthenticationResponse } = await library();
    const result = await verifyAuthenticationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      credential: {
        id: row.credential_id,
        publicKey: bytes(row.public_key),
        counter: Number(row.counter),
      },
      requireUserVerification: userId === null,
    }).catch(() => null);
    if (!result?.verified) return null;
    const counter = result.authenticationInfo.newCounter;
    const use = async (tx: Tx): Promise<boolean> =>
      (await execute(tx)`UPDATE passkey SET counter = ${counter}, last_used_at = ${this.deps.now()}
        WHERE id = ${row.id} AND (counter < ${counter} OR counter = 0)`) > 0;
    return { userId: row.user_id, use };
  }

  private async verifyAttestation(given: z.infer<typeof attestationSchema>, challenge: string) {
    const { decodeAttestationObject } = await decoders();
    const attestation = decodeAttestationObject(bytes(given.response.attestationObject));
    // Certificates are not requested. The library would connect to addresses that they name.
    const isPlain =
      ['none', 'packed'].includes(attestation.get('fmt')) && !attestation.get('attStmt').get('x5c');
    if (!isPlain) return null;
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...given,
        response: { ...given.response, transports: [] },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo ?? null;
  }

  /** Returns the passkeys of a user as browsers expect them. */
  private async descriptorsOf(userId: number) {
    const rows = await select<{ credential_id: string; transports: string }>(this.deps.db)`SELECT
      credential_id, transports FROM passkey WHERE user_id = ${userId} ORDER BY id`;
    return rows.map(({ credential_id: id, transports }) => ({
      id,
      transports: transports.split(',').filter(Boolean),
    }));
  }

  private derive(purpose: string): Buffer {
    return createHmac('sha256', this.deps.secret).update(purpose).digest();
  }
}
