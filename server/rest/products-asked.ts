import { requireProduct } from '../auth/permissions';
import { signedIn, type ApiContext } from '../graphql/context';
import type { Operation } from './operation';
import type { Route } from './routes';

/** What of a query names products: one, several parameters, or comma-joined. */
const numbersIn = (value: unknown): number[] =>
  [value].flat().flatMap((part) => String(part).split(',')).filter((part) => part.trim() !== '').map(Number);

/**
 * Refuses products outside the user's list on lists that are of no product too: they narrow nothing there, but nobody
 * asks about them.
 * @throws FORBIDDEN
 */
export function refuseForeignProducts({ method, answer }: Route, { field }: Operation, given: Readonly<Record<string, unknown>>, context: ApiContext): void {
  if (method !== 'get' || !(answer === 'list' || answer === 'whole') || given.product_id == null) return;
  if (field.args.some(({ name }) => name === 'productIds')) return;
  for (const id of numbersIn(given.product_id)) requireProduct(signedIn(context), id);
}
