import { createHmac } from 'node:crypto';

/** Path of the proof below the tracking endpoints, in front of the nonce. */
export const PROOF_PATH = '/tag/proof/';

/** Returns what only this installation can answer to a nonce: a host that does, leads here. */
export const hostProof = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(`tracker host ${nonce}`).digest('base64url');
