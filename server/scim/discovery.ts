import { keysOf } from '../../shared/records';
import { RoleType } from '../../shared/catalog';
import { USER_SCHEMA } from './user-attributes';
import { MAX_COUNT } from './user-query';

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0';

/** Builds the answer of a list. */
export const listResponse = (
  resources: readonly object[],
  total = resources.length,
  startIndex = 1,
): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** What the server supports (RFC 7643, section 5). */
export const serviceProviderConfig = (base: string): object => ({
  schemas: [`${SCHEMAS}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A SCIM token of the company, sent as Authorization: Bearer',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** The only resource type (RFC 7643, section 6). */
export const userResourceType = (base: string): object => ({
  schemas: [`${SCHEMAS}:ResourceType`],
  id: 'User',
  name: 'User',
  description: 'Users of the company',
  endpoint: '/Users',
  schema: USER_SCHEMA,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
});

/** Attributes that are stored: name, description and deviations from an optional text. */
const attributes: ReadonlyArray<readonly [name: string, description: string, more?: object]> = [
  ['userName', 'E-mail address, with which the user signs in', { required: true, uniqueness: 'server' }],
  ['displayName', 'Name'],
  ['name', 'Name, if displayName is absent', partsOf('formatted', 'givenName', 'familyName')],
  ['active', 'Whether the user can sign in', { type: 'boolean' }],
  ['emails', 'The same address as userName', { ...partsOf('value'), multiValued: true }],
  ['roles', `One of ${keysOf(RoleType).join(', ')}`, { ...partsOf('value'), multiValued: true }],
  ['externalId', 'Id at the identity provider', { caseExact: true }],
];

/** The schema of users (RFC 7643, section 7). */
export const userSchema = (base: string): object => ({
  schemas: [`${SCHEMAS}:Schema`],
  id: USER_SCHEMA,
  name: 'User',
  description: 'Users of the company',
  attributes: attributes.map((one) => attribute(...one)),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
});

function attribute(name: string, description: string, more: object = {}): object {
  const rules = { caseExact: false, mutability: 'readWrite', returned: 'default', uniqueness: 'none' };
  return { name, type: 'string', multiValued: false, description, required: false, ...rules, ...more };
}

function partsOf(...names: string[]): object {
  return { type: 'complex', subAttributes: names.map((name) => attribute(name, name)) };
}
