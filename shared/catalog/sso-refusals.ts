/** Reasons why a single sign-on ends at the sign-in page; each has a text there. */
export const ssoRefusals = [
  'denied',
  'expired',
  'provider',
  'unverified',
  'domain',
  'unknown',
  'inactive',
  'linked',
  'address',
  'failed',
] as const;
export type SsoRefusal = (typeof ssoRefusals)[number];
