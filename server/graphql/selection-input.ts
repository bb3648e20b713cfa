import { badInput, type FailureMessage } from '../auth/failure';
import type { ListArgs } from '../records/list-args';
import { inputType, instant, int, listOf, opt, text, type TypeClass } from './fields';
import { filterFieldsOf } from '../logs/log.resolver';
import type { LogRecord } from '../logs/log-record';

/** All rows that a log would show of one or several products under some conditions, as an input: `ResultSelection`. */
export const selectionType = (type: string, log: LogRecord): TypeClass =>
  inputType(`${type}Selection`, {
    productId: opt(int),
    productIds: opt(listOf(int)),
    keyword: opt(text),
    timeFrom: opt(instant),
    timeTo: opt(instant),
    ...filterFieldsOf(log),
  });

/** What was given of it: the list's arguments, those of its filter beside the others. */
export type GivenSelection = Pick<ListArgs, 'productId' | 'productIds' | 'keyword' | 'timeFrom' | 'timeTo'> &
  Readonly<Record<string, never>>;

/**
 * The same as the list takes it. A list without entries is a choice of nothing: as a condition that was not sent, it would
 * widen a change to all that the rest finds.
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
