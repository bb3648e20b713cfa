import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const cbor = (map: Map<string | number, unknown>) => isoCBOR.encode(map as never);

/** What a test changes in a response. */
export interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly verified?: boolean;
  readonly type?: string;
  readonly id?: string;
  readonly attestation?: Map<string | number, unknown>;
  readonly discoverable?: boolean;
}

/** One passkey of an authenticator in software: P-256, attestation "none". */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(private readonly origin = 'https://t.example') {}

  /** Answers the options of `navigator.credentials.create`. */
  create(options: string, changes: Changes = {}): string {
    const { challenge } = JSON.parse(options);
    const id = Buffer.from(this.id, 'base64url');
    const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, this.coseKey()];
    const authData = this.authData(HAS_CREDENTIAL, changes, Buffer.concat(credential));
    const attestation =
      changes.attestation ??
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
      ]);
    return this.response(changes, {
      clientDataJSON: this.clientData('webauthn.create', challenge, changes),
      attestationObject: base64url(cbor(new Map([...attestation, ['authData', new Uint8Array(authData)]]))),
      transports: ['internal', 'unknown'],
    });
  }

  /** Answers the options of `navigator.credentials.get`. */
  get(options: string, changes: Changes = {}, key: KeyObject = this.keys.privateKey): string {
    const { challenge } = JSON.parse(options);
    const authData = this.authData(0, changes);
    const clientDataJSON = this.clientData('webauthn.get', challenge, changes);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.response(changes, {
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, key)),
      userHandle: 'AAAA',
    });
  }

  private authData(flags: number, changes: Changes, credential = Buffer.alloc(0)): Buffer {
    const { rpId = new URL(this.origin).hostname, counter = this.counter, verified = true } = changes;
    const head = Buffer.alloc(5);
    head[0] = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, credential]);
  }

  private clientData(type: string, challenge: string, changes: Changes): string {
    const data = { type, challenge, origin: this.origin, crossOrigin: false };
    const { origin = data.origin, challenge: other = challenge, type: otherType = type } = changes;
    return base64url(Buffer.from(JSON.stringify({ ...data, origin, challenge: other, type: otherType })));
  }

  private response({ id = this.id, discoverable = true }: Changes, response: object): string {
    const clientExtensionResults = { credProps: { rk: discoverable } };
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults });
  }

  private coseKey(): Uint8Array {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
  }
}
