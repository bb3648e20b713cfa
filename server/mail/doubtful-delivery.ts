import { messageOf } from '../platform/errors';

/** Sending failed, and the message may have arrived. */
export class DoubtfulDelivery extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'Doubtful';
  }
}
