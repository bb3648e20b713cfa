import { badInput, type FailureMessage } from '../auth/failure';
import type { ListArgs } from '../records/list-args';

/** Value of a selection input: the list's arguments, with its filter fields beside them. */
export type GivenSelection = Pick<ListArgs, 'productId' | 'productIds' | 'keyword' | 'timeFrom' | 'timeTo'> &
  Readonly<Record<string, never>>;

/**
 * Converts a selection into list arguments. An empty list is rejected: ignored like a missing condition, it
 * would widen the change to all matching rows.
 * @throws BAD_USER_INPUT
 */
export function listArgsOf(given: GivenSelection | null): ListArgs | null {
  if (!given) return null;
  const {
    productId = null,
    productIds = null,
    keyword = null,
    timeFrom = null,
    timeTo = null,
    ...filter
  } = given;
  const empty = Object.entries<unknown>({ ...filter, productIds }).filter(
    ([, values]) => Array.isArray(values) && values.length === 0,
  );
  if (empty.length > 0)
    throw badInput(
      Object.fromEntries(
        empty.map(([name]): [string, FailureMessage] => [name, { key: 'chooseAtLeastOne' }]),
      ),
    );
  return { productId, productIds, keyword, timeFrom, timeTo, filter };
}
