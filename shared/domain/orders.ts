import { compareEvents } from './journey';

/** A value with the time and outside id that order it. */
interface Dated {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/**
 * Returns the value that identifies an order (domain.md 8.5): NFKC, trimmed. Null if it is empty. Values are
 * compared byte for byte.
 */
export const orderValue = (text: string | null | undefined): string | null =>
  text?.normalize('NFKC').trim() || null;

/** Returns the conversion of an order that counts: the first by (time, id). Undefined without conversions. */
export const firstOfOrder = <T extends Dated>(conversions: readonly T[]): T | undefined =>
  [...conversions].sort(compareEvents)[0];

/** A change of a conversion. Null leaves a field unchanged. */
export interface Amendment extends Dated {
  readonly amount: number | null;
  readonly cancelled: boolean | null;
}

/** What amendments set; null if they leave the amount as it was. */
interface AmendedState {
  readonly amount: number | null;
  readonly cancelled: boolean;
}

/** Returns the state after amendments (domain.md 8.6): for each field the newest by (time, id) decides. */
export function amendedState(amendments: readonly Amendment[]): AmendedState {
  const newestFirst = [...amendments].sort((a, b) => compareEvents(b, a));
  return {
    amount: newestFirst.find(({ amount }) => amount !== null)?.amount ?? null,
    cancelled: newestFirst.find(({ cancelled }) => cancelled !== null)?.cancelled ?? false,
  };
}
