import { startApi, type Answer, type ApiServer } from '../../composition/testing/api-server';
import type { Dialect } from '../../db/database';

/** The ADMIN of the company whose users the tests manage. */
export const ADMIN = 'admin@alpha.example';
export const ERROR = ['urn:ietf:params:scim:api:messages:2.0:Error'];
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A new user as Okta sends one. */
export const oktaUser = {
  schemas: [USER],
  userName: 'Hanako@alpha.example',
  name: { givenName: 'Hanako', familyName: 'Yamada' },
  emails: [{ primary: true, value: 'hanako@alpha.example', type: 'work' }],
  displayName: 'Hanako Yamada',
  locale: 'ja-JP',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: 'Chosen-by-okta1',
  active: true,
};

/** A new user as Entra ID sends one. */
export const entraUser = {
  schemas: [USER, ENTERPRISE],
  externalId: 'taro',
  userName: 'taro@alpha.example',
  active: true,
  emails: [{ primary: true, type: 'work', value: 'taro@alpha.example' }],
  name: { formatted: '山田 太郎', familyName: '山田', givenName: '太郎' },
  roles: [{ primary: true, value: 'manager' }],
  [ENTERPRISE]: { employeeNumber: '701984', department: '広告部' },
};

interface CreatedToken {
  readonly token: string;
  readonly scimToken: { readonly id: number };
}

interface Request {
  readonly token?: string | null;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

/** The API with a token of each company. */
export interface ScimApi {
  readonly api: ApiServer;
  /** Token of the company `alpha`, which requests use by default. */
  readonly token: string;
  readonly foreignToken: string;
  newToken(email: string, name?: string): Promise<CreatedToken>;
  /** Sends a request relative to /scim/v2. */
  scim(method: string, path: string, body?: unknown, given?: Request): Promise<Answer>;
  /** Sends a PATCH request with one operation. */
  patch(id: number | undefined, operation: object): Promise<Answer>;
  /** Returns the ids of the users that a filter matches. */
  find(filter: string): Promise<number[]>;
  /** Returns a user as the REST API does. */
  user(id: number | undefined): Promise<Answer['body']>;
}

/** Starts the API with the test world and a SCIM token of each company. */
export async function startScim(dialect: Dialect): Promise<ScimApi> {
  const api = await startApi(dialect);
  const newToken: ScimApi['newToken'] = async (email, name = 'Entra ID') => {
    const { body } = await api.graphql(
      'mutation ($name: String!) { createScimToken(name: $name) { token scimToken { id } } }',
      { token: await api.tokenOf(email), variables: { name } },
    );
    return body.data.createScimToken;
  };
  const { token } = await newToken(ADMIN);
  const scim: ScimApi['scim'] = (method, path, body, given) =>
    api.fetch(`/scim/v2${path}`, {
      method,
      body,
      token,
      ...given,
      headers: { 'content-type': 'application/scim+json', ...given?.headers },
    });
  return {
    api,
    token,
    foreignToken: (await newToken('admin@beta.example')).token,
    newToken,
    scim,
    patch: (id, operation) =>
      scim('PATCH', `/Users/${id}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [operation],
      }),
    find: async (filter) =>
      (await scim('GET', `/Users?${new URLSearchParams({ filter })}`)).body.Resources.map(
        ({ id }: { id: string }) => Number(id),
      ),
    user: async (id) => (await api.rest(`/users/${id}/`, { token: await api.tokenOf(ADMIN) })).body,
  };
}
