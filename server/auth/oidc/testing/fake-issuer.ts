import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { CLIENT } from './client';

/** Answers of an issuer that no well-behaved provider gives. */
export interface FakeIssuer {
  readonly issuer: string;
  /** Claims of the next ID token, over valid ones. */
  claims: JWTPayload;
  /** Claims of the user info endpoint; there is none if undefined. */
  userInfo: JWTPayload | undefined;
  /** Metadata over valid ones. */
  metadata: Record<string, unknown>;
  /** Bodies that the token endpoint received. */
  readonly requests: URLSearchParams[];
  /** Signs with an unknown key. */
  forges: boolean;
  stop(): Promise<void>;
}

const bodyOf = async (stream: AsyncIterable<Buffer>): Promise<URLSearchParams> => {
  let text = '';
  for await (const piece of stream) text += piece.toString();
  return new URLSearchParams(text);
};

/** Starts an issuer on loopback whose tokens a test decides. @param now clock of the tokens */
export async function startFakeIssuer(now: () => number): Promise<FakeIssuer> {
  const [{ publicKey, privateKey }, other] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
  ]);
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const idToken = (given: JWTPayload): Promise<string> => {
    const seconds = Math.floor(now() / 1000);
    return new SignJWT({
      iss: fake.issuer,
      aud: CLIENT.clientId,
      sub: 'sub-1',
      iat: seconds,
      exp: seconds + 300,
      ...given,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(fake.forges ? other.privateKey : privateKey);
  };
  const answer = async (path: string, body: URLSearchParams): Promise<unknown> => {
    const { issuer } = fake;
    if (path === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...(fake.userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
        ...fake.metadata,
      };
    if (path === '/jwks') return { keys: [jwk] };
    if (path === '/userinfo') return fake.userInfo;
    fake.requests.push(body);
    return { access_token: 'a', token_type: 'Bearer', id_token: await idToken(fake.claims) };
  };
  const server: Server = createServer(async (req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(await answer(req.url ?? '', await bodyOf(req))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeIssuer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    userInfo: undefined,
    metadata: {},
    requests: [],
    forges: false,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}
