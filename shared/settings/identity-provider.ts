import { flag, integer, longText, text, type Fields } from './fields';

/** Settings of a company's identity provider. */
export const identityProviderFields = {
  issuer: text({ required: true }),
  clientId: text({ required: true }),
  /** Write-only; the stored one stays if it is absent. */
  clientSecret: { ...text({ max: 512 }), kind: 'password' },
  /** One per line or comma-separated in, comma-separated out. */
  allowedDomains: longText({ required: true, max: 4000 }),
  roleClaim: text(),
  /** Lines of `value=ROLE`. */
  roleMapping: longText({ max: 4000 }),
  enabled: flag(),
  passwordsOff: flag(),
  emergencyUserId: integer({ min: 1 }),
  version: integer({ min: 0 }),
} as const satisfies Fields;
