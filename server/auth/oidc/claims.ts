import { domainToASCII } from 'node:url';
import { RoleType } from '../../../shared/catalog';
import { isKeyOf, type UnknownRecord } from '../../../shared/records';
import { emailKey } from '../auth.service';

/** Google accounts of these domains need no Workspace. */
const GOOGLE_MAIL = ['gmail.com', 'googlemail.com'];

const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === 'true' || value === '1';

/** Returns the domain of an address in its comparable form; empty if it has none. */
export const domainOf = (email: string): string => domainToASCII(emailKey(email).split('@').at(1) ?? '');

/**
 * Returns the address that the provider has verified, or null. Entra ID states it as `xms_edov`. Google knows
 * the owners of Gmail addresses and of Workspace domains (`hd`) only.
 */
export function verifiedEmail(claims: UnknownRecord): string | null {
  const { email, email_verified: verified, xms_edov: edov, iss, hd } = claims;
  if (typeof email !== 'string' || emailKey(email).split('@').length !== 2) return null;
  if (!isTrue(verified ?? edov)) return null;
  const ofGoogle = iss === 'https://accounts.google.com';
  if (ofGoogle && typeof hd !== 'string' && !GOOGLE_MAIL.includes(domainOf(email))) return null;
  return email;
}

/** Parses the lines `value=ROLE`. Returns the first wrong line instead if there is one. */
export function parseRoleMapping(text: string | null): Map<string, RoleType> | string {
  const mapping = new Map<string, RoleType>();
  for (const line of (text ?? '').split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const at = line.lastIndexOf('=');
    const role = line
      .slice(at + 1)
      .trim()
      .toUpperCase();
    const value = line.slice(0, Math.max(at, 0)).trim();
    if (value === '' || !isKeyOf(RoleType, role)) return line;
    mapping.set(value, RoleType[role]);
  }
  return mapping;
}

/** Returns the highest role that the claim's values are mapped to, or null. */
export function mappedRole(
  { role_claim: claim, role_mapping: text }: { role_claim: string | null; role_mapping: string | null },
  claims: UnknownRecord,
): RoleType | null {
  const mapping = parseRoleMapping(text);
  if (claim === null || typeof mapping === 'string' || !Object.hasOwn(claims, claim)) return null;
  const roles = [claims[claim]].flat().flatMap((value) => mapping.get(String(value)) ?? []);
  // The numbers of roles ascend from ADMIN.
  return roles.length === 0 ? null : (roles.sort((one, other) => one - other)[0] ?? null);
}
