import { randomBytes } from 'node:crypto';

/** The unguessable part of a tracking link: 96 random bits, URL-safe. */
export const newLinkCode = (): string => randomBytes(12).toString('base64url');
