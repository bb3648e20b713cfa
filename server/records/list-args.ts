import { badInput, type FailureMessage } from '../auth/failure';

/** Rows a page unless asked otherwise, and at most. */
const DEFAULT_PAGE_SIZE = 30;
export const MAX_PAGE_SIZE = 9999;

export type FilterValue = string | number | boolean;

/** What a list may be asked for; every part may be absent. */
export interface ListArgs {
  readonly page?: number | null | undefined;
  readonly pageSize?: number | null | undefined;
  /** Field to sort by. */
  readonly sortName?: string | null;
  readonly sortAsc?: boolean | null;
  /** Text that a row must hold. */
  readonly keyword?: string | null;
  readonly productId?: number | null | undefined;
  /** Several products, of which rows are alternatives. */
  readonly productIds?: readonly number[] | null;
  /** First and last instant, for logs. */
  readonly timeFrom?: Date | null;
  readonly timeTo?: Date | null;
  /** Of logs, instead of `page`: a place behind which the page begins, before which it ends (`end`: the last page), or a time to begin at. */
  readonly after?: string | null;
  readonly before?: string | null;
  readonly at?: Date | null;
  readonly count?: Counting | null;
  /** Values by field; several values of a field are alternatives. */
  readonly filter?: Readonly<Record<string, readonly FilterValue[] | null | undefined>> | null;
}

/** The products that a list is narrowed to; null: all that the actor has. */
export function productsOf({
  productId,
  productIds,
}: Pick<ListArgs, 'productId' | 'productIds'>): readonly number[] | null {
  const asked = [...(productId == null ? [] : [productId]), ...(productIds ?? [])];
  return asked.length > 0 ? [...new Set(asked)] : null;
}

/** How far rows are counted: all of them, those of a log up to a bound, or not at all. */
export type Counting = 'exact' | 'capped' | 'none';

/** One page of a list. */
export interface Page<T> extends Partial<Places> {
  readonly results: T[];
  /** Rows over all pages. */
  readonly count: number;
  readonly page: number;
  readonly pageSize: number;
}

/** What a page of a log says beside its rows. */
export interface Places {
  /** Whether `count` is all rows, not only as many as were counted. */
  readonly countExact: boolean;
  /** The place to give as `after` for the rows behind this page; null at the end. */
  readonly next: string | null;
  /** The place to give as `before` for the rows before it; null at the beginning. */
  readonly previous: string | null;
}

/** Page number and size, checked. `unlimited` stands for the size where none is asked for. */
export function pageOf(
  args: Pick<ListArgs, 'page' | 'pageSize'>,
  unlimited?: number,
): { page: number; pageSize: number } {
  const page = args.page ?? 1;
  const pageSize = args.pageSize ?? unlimited ?? DEFAULT_PAGE_SIZE;
  const wrong: Record<string, FailureMessage> = {};
  if (page < 1) wrong.page = { key: 'minValue', params: { min: 1 } };
  if (args.pageSize != null && pageSize < 1) wrong.pageSize = { key: 'minValue', params: { min: 1 } };
  if (args.pageSize != null && pageSize > MAX_PAGE_SIZE)
    wrong.pageSize = { key: 'maxValue', params: { max: MAX_PAGE_SIZE } };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  return { page, pageSize };
}
