import { badInput } from '../auth/failure';
import { requireProduct } from '../auth/permissions';
import { signedIn, type ApiContext } from '../services/context';
import { MAX_INT } from './arguments';
import type { Operation } from './operation';
import type { Route } from './routes';

/** Splits the products of a query: one, several parameters, or comma-joined. */
const productTexts = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((part) => String(part).split(','))
    .map((part) => part.trim())
    .filter(Boolean);

const isInteger = (text: string): boolean => /^[+-]?\d+$/.test(text);

/**
 * Rejects products outside the user's list where the operation doesn't: on lists without products, and for
 * numbers too large for an argument.
 * @throws FORBIDDEN; BAD_USER_INPUT for a non-number that the operation doesn't read
 */
export function rejectForeignProducts(
  { method, answer, pathNames = {} }: Route,
  { field }: Operation,
  given: Readonly<Record<string, unknown>>,
  context: ApiContext,
): void {
  if (method !== 'get' || given.product_id == null) return;
  const requested = productTexts(given.product_id);
  const takes = (name: string): boolean =>
    field.args.some((argument) => argument.name === name) && !Object.values(pathNames).includes(name);
  const reads = takes('productIds') || takes('productId');
  const isList = answer === 'list' || answer === 'whole';
  if (!reads && isList && !requested.every(isInteger))
    throw badInput({ productId: { key: 'mustBeInteger' } });
  const ids = requested.filter(isInteger).map(Number);
  const checked = isList && !takes('productIds') ? ids : ids.filter((id) => reads && Math.abs(id) > MAX_INT);
  for (const id of checked) requireProduct(signedIn(context), id);
}
