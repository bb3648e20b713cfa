import { enumName, RoleType } from '../../shared/catalog';
import { isKeyOf, isRecord, keysOf } from '../../shared/records';
import type { User } from '../settings/user/user.entity';
import type { Input } from '../records/setting-definition';
import { invalidValue } from './scim-error';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PREFIX = new RegExp(`^${USER_SCHEMA.replaceAll('.', '\\.')}:`, 'i');
const MAX_EXTERNAL_ID = 255;

/** Attributes that a request sets; absent ones stay as they are. */
export interface UserAttributes {
  userName?: string | undefined;
  workEmail?: string | undefined;
  displayName?: string | undefined;
  formatted?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
  active?: boolean | undefined;
  externalId?: string | null | undefined;
  /** Null if the role was removed. */
  role?: RoleType | null | undefined;
}

/** Returns a text; undefined for null and blank ones, which are no values in SCIM. */
function textOf(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidValue(`${name}: must be text`);
  return value.trim() || undefined;
}

/** Returns a boolean, which Entra ID sends as text. */
function booleanOf(name: string, value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalidValue(`${name}: must be true or false`);
  return text === 'true';
}

/** Returns the value of a list that counts: the primary one, or the only one; of e-mail addresses, one at work. */
function chosen(name: string, given: unknown): unknown {
  const entries = [given].flat().map((entry) => (isRecord(entry) ? entry : { value: entry }));
  const primary = entries.filter((entry) => String(entry.primary).toLowerCase() === 'true');
  const usable = entries.filter(({ type }) => name !== 'emails' || type === undefined || type === 'work');
  const [first, second] = primary.length > 0 ? primary : usable;
  if (second) throw invalidValue(`${name}: one value, or one with primary true`);
  return first?.value;
}

function externalIdOf(value: unknown): string | null {
  const text = textOf('externalId', value) ?? null;
  if (text !== null && [...text].length > MAX_EXTERNAL_ID)
    throw invalidValue(`externalId: maximum length is ${MAX_EXTERNAL_ID} characters`);
  return text;
}

/** Returns a role by its name; null without one. */
function roleOf(value: unknown): RoleType | null {
  const text = textOf('roles', value)?.toUpperCase();
  const name = keysOf(RoleType).find((one) => one === text);
  if (text !== undefined && !name) throw invalidValue(`roles: must be one of ${keysOf(RoleType).join(', ')}`);
  return name ? RoleType[name] : null;
}

/** Attributes with a text as value, by their names in lower case: names ignore case (RFC 7643, section 2.1). */
const texts = {
  username: 'userName',
  displayname: 'displayName',
  'name.formatted': 'formatted',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
} as const;

/** Sets an attribute by its path. Unknown attributes are ignored. */
export function setAttribute(attributes: UserAttributes, given: string, value: unknown): void {
  const path = given.replace(PREFIX, '').trim();
  const [, list, filter = ''] = /^(emails|roles)\s*\[(.+)\](?:\.value)?$/i.exec(path) ?? [];
  const name = (list ?? path).toLowerCase();
  if (isKeyOf(texts, name)) attributes[texts[name]] = textOf(path, value);
  else if (name === 'name')
    for (const [part, text] of Object.entries(isRecord(value) ? value : {}))
      setAttribute(attributes, `name.${part}`, text);
  else if (name === 'active' && value !== null) attributes.active = booleanOf(name, value);
  else if (name === 'externalid') attributes.externalId = externalIdOf(value);
  else if (name === 'roles') attributes.role = roleOf(chosen(name, value));
  // Other addresses than the one at work are ignored.
  else if (name === 'emails' && /^(type eq "work"|primary eq "?true"?)?$/i.test(filter.trim()))
    attributes.workEmail = textOf(name, chosen(name, value));
}

/** Sets all attributes of a resource. */
export function setAttributes(attributes: UserAttributes, values: object): UserAttributes {
  for (const [path, value] of Object.entries(values)) setAttribute(attributes, path, value);
  return attributes;
}

/** Returns the name of a user. One part of a name alone doesn't change it. Japanese names begin with the family. */
function nameOf({ displayName, formatted, givenName, familyName }: UserAttributes): string | undefined {
  if (displayName ?? formatted) return displayName ?? formatted;
  if (!givenName || !familyName) return undefined;
  const familyFirst = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(familyName);
  return familyFirst ? `${familyName} ${givenName}` : `${givenName} ${familyName}`;
}

/** Returns the input for the settings engine. @param current null for a new user */
export function userInput(attributes: UserAttributes, current: User | null): Input {
  const email = attributes.userName ?? attributes.workEmail;
  const name =
    nameOf(attributes) ?? (current ? undefined : (attributes.givenName ?? attributes.familyName ?? email));
  // Without its role an AGENCY user would see more, not less.
  const lowest = current?.roleType === RoleType.AGENCY ? RoleType.AGENCY : RoleType.ANALYST;
  const { role = current ? undefined : null, active } = attributes;
  const roleType = role === null ? lowest : role;
  if (roleType === RoleType.AGENCY && !current?.agencyId)
    throw invalidValue('roles: AGENCY needs an agency, which an administrator chooses in the console');
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { userName: name }),
    ...(roleType !== undefined && { roleType }),
    ...(active !== undefined && { status: active }),
  };
}

/** Returns a user as a SCIM resource. */
export const userResource = (user: User, base: string): object => ({
  schemas: [USER_SCHEMA],
  id: String(user.id),
  ...(user.externalId !== null && { externalId: user.externalId }),
  userName: user.email,
  displayName: user.userName,
  name: { formatted: user.userName },
  active: user.status,
  emails: [{ value: user.email, type: 'work', primary: true }],
  roles: [{ value: enumName(RoleType, user.roleType), primary: true }],
  meta: {
    resourceType: 'User',
    created: user.createdAt.toISOString(),
    lastModified: user.updatedAt.toISOString(),
    location: userLocation(user.id, base),
  },
});

export const userLocation = (id: number, base: string): string => `${base}/Users/${id}`;
