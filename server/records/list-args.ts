import { badInput, type FailureMessage } from '../auth/failure';

/** Default and maximum rows per page. */
const DEFAULT_PAGE_SIZE = 30;
export const MAX_PAGE_SIZE = 9999;

/** A moment given with less precision than stored, such as a day or a second. */
export class TimeSpan extends Date {
  constructor(
    from: Date,
    readonly until: Date,
  ) {
    super(from);
  }
}

/** Null stands for rows without a value. */
export type FilterValue = string | number | boolean | Date | null;

/** Arguments of a list; all are optional. */
export interface ListArgs {
  readonly page?: number | null | undefined;
  readonly pageSize?: number | null | undefined;
  /** Field to sort by. */
  readonly sortName?: string | null;
  readonly sortAsc?: boolean | null;
  /** Text that a row must contain. */
  readonly keyword?: string | null;
  readonly productId?: number | null | undefined;
  /** Several products, as alternatives. */
  readonly productIds?: readonly number[] | null;
  /** First and last instant; for logs. */
  readonly timeFrom?: Date | null;
  readonly timeTo?: Date | null;
  /**
   * Log paging as an alternative to `page`: the cursor that the page starts after, the cursor it ends before
   * (`end`: the last page), or a time to start at.
   */
  readonly after?: string | null;
  readonly before?: string | null;
  readonly at?: Date | null;
  readonly count?: CountMode | null;
  /** Values by field; several values of a field are alternatives. */
  readonly filter?: Readonly<Record<string, readonly FilterValue[] | null | undefined>> | null;
}

/** Returns the products that a list is limited to; null means all of the actor's products. */
export function productsOf({
  productId,
  productIds,
}: Pick<ListArgs, 'productId' | 'productIds'>): readonly number[] | null {
  const requested = [...(productId == null ? [] : [productId]), ...(productIds ?? [])];
  return requested.length > 0 ? [...new Set(requested)] : null;
}

/** How to count rows: all, up to a cap (logs), or not at all. */
export type CountMode = 'exact' | 'capped' | 'none';

/** One page of a list. */
export interface Page<T> extends Partial<PageCursors> {
  readonly results: T[];
  /** Rows across all pages. */
  readonly count: number;
  readonly page: number;
  readonly pageSize: number;
}

/** Cursors and count precision of a log page. */
export interface PageCursors {
  /** False if `count` is only a lower bound. */
  readonly countExact: boolean;
  /** The `after` cursor of the next page; null on the last page. */
  readonly next: string | null;
  /** The `before` cursor of the previous page; null on the first page. */
  readonly previous: string | null;
  /** Time that a search had reached when its limit stopped it; null if the page is complete. */
  readonly searchedTo: Date | null;
}

/** Validates page number and size. */
export function pageOf(args: Pick<ListArgs, 'page' | 'pageSize'>): { page: number; pageSize: number } {
  const page = args.page ?? 1;
  const pageSize = args.pageSize ?? DEFAULT_PAGE_SIZE;
  const wrong: Record<string, FailureMessage> = {};
  if (page < 1) wrong.page = { key: 'minValue', params: { min: 1 } };
  if (args.pageSize != null && pageSize < 1) wrong.pageSize = { key: 'minValue', params: { min: 1 } };
  if (args.pageSize != null && pageSize > MAX_PAGE_SIZE)
    wrong.pageSize = { key: 'maxValue', params: { max: MAX_PAGE_SIZE } };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  return { page, pageSize };
}
