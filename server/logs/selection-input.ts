import type { ListArgs } from '../crud/list-args';
import { inputType, instant, int, listOf, opt, text, type TypeClass } from '../graphql/fields';
import { filterFieldsOf } from './log.resolver';
import type { LogRecord } from './log-record';

/** All rows that a log would show under some conditions, as an input: `ResultSelection`. */
export const selectionType = (type: string, log: LogRecord): TypeClass =>
  inputType(`${type}Selection`, {
    productId: opt(int), productIds: opt(listOf(int)), keyword: opt(text), timeFrom: opt(instant), timeTo: opt(instant), ...filterFieldsOf(log),
  });

/** What was given of it: the list's arguments, those of its filter beside the others. */
export type GivenSelection = Pick<ListArgs, 'productId' | 'productIds' | 'keyword' | 'timeFrom' | 'timeTo'> & Readonly<Record<string, never>>;

/** The same as the list takes it. */
export function listArgsOf(given: GivenSelection | null): ListArgs | null {
  if (!given) return null;
  const { productId, productIds = null, keyword = null, timeFrom = null, timeTo = null, ...filter } = given;
  return { productId, productIds, keyword, timeFrom, timeTo, filter };
}
