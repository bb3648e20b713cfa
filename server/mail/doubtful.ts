import { messageOf } from '../errors';

/** Sending failed, and nobody knows whether what was sent arrived before. */
export class Doubtful extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'Doubtful';
  }
}
