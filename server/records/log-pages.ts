import type { Actor } from '../auth/actor';
import { isUnion, restrictDays } from '../db/archive/with-archive';
import { allOf, type Condition } from '../db/condition';
import { countByDays, findWindow, skipSlots, totalOf, type DayRows, type RowCount } from './count-by-days';
import { supportsCursors, orderColumns, readPageBound, encodeCursor, type Position } from './cursor';
import type { CountMode, ListArgs, Page } from './list-args';
import type { Row } from './list-definition';
import type { ReadPlan } from './read-plan';
import { COUNT_CAP, RowReader, type Part, type RequestedFields, type Slice } from './row-reader';
import { timeSlices, type TimeRange } from './time-slices';

/** Milliseconds to search a log, and to count the matches if all are requested. */
const SEARCH_MS = 1000;
const COUNT_MS = 6000;
/** Limits of counting by day: rows of days without a stored count, and products. */
const MAX_COUNTED_ROWS = 1_000_000;
const MAX_COUNTED_PRODUCTS = 20;

/** Reads the pages of logs. */
export class LogPages extends RowReader {
  /** Returns one page of a log, by number or by cursor; it costs the same at any depth. */
  protected async cursorPage(
    actor: Actor,
    plan: ReadPlan,
    args: ListArgs,
    requested: RequestedFields,
  ): Promise<Page<Row>> {
    const { page, pageSize, asc } = plan;
    const jump = readPageBound(this.definition, plan, args);
    const atEnd = jump?.by === 'end';
    const back = atEnd || jump?.by === 'before';
    const part = { limit: pageSize + 1, offset: jump ? 0 : (page - 1) * pageSize };
    const pagePlan = {
      ...plan,
      asc: asc !== back,
      where: jump ? allOf([plan.where, jump.where]) : plan.where,
    };
    const at = jump?.first ?? null;
    const counting = args.count ?? 'exact';
    const counted = await this.countedDays(plan, counting, part.offset);
    const [total, slice] = await Promise.all([
      counted ? totalOf(counted) : this.count(plan, counting),
      counted?.exact && plan.sortName === this.definition.defaultSort?.name
        ? this.sliceInWindow(actor, pagePlan, requested, { ...part, at, days: counted.days })
        : plan.by === 'search'
          ? this.searchSlice(actor, { ...pagePlan, times: plan.times }, requested, { ...part, at })
          : this.sliceAtOffset(actor, pagePlan, requested, part),
    ]);
    const { rows, positions, searchedTo = null } = slice;
    // The last page holds the remainder of the preceding full pages, if the exact count is known.
    const size = atEnd && total.exact ? total.count % pageSize || pageSize : pageSize;
    const more = rows.length > size || searchedTo !== null;
    const [results, places] = [rows.slice(0, size), positions.slice(0, size)];
    // The rows of a page are there, even if not all could be counted.
    const least = Math.max(total.count, results.length && part.offset + results.length);
    const uncounted = { count: counting === 'none' ? results.length : least, exact: false };
    const { count, exact } = total.exact && counting !== 'none' ? total : uncounted;
    const textOf = (place: Position | undefined) =>
      place && supportsCursors(this.definition, plan) ? encodeCursor(plan, place) : null;
    const [nearest] = places;
    const last = searchedTo === null ? places.at(-1) : this.positionBetween(searchedTo, pagePlan.asc);
    if (back) results.reverse();
    const precedes =
      jump === null
        ? page > 1
        : back
          ? more
          : jump.by === 'after' || (nearest !== undefined && (await this.hasRowsBefore(plan, nearest)));
    return {
      results,
      count,
      page,
      pageSize,
      countExact: exact,
      next: (back ? !atEnd : more) ? textOf(back ? nearest : last) : null,
      previous: precedes ? textOf(back ? last : nearest) : null,
      searchedTo: searchedTo === null ? null : new Date(searchedTo),
    };
  }

  protected async count(plan: ReadPlan, counting: CountMode): Promise<RowCount> {
    if (counting === 'none') return { count: 0, exact: false };
    if (plan.by !== 'search') return this.countRows(plan, plan.where, counting);
    const until = performance.now() + (counting === 'exact' ? COUNT_MS : SEARCH_MS);
    let count = 0;
    for (const slice of plan.times ? timeSlices(plan.times, plan.asc, isUnion(this.db)) : []) {
      if (performance.now() > until) return { count, exact: false };
      count += (await this.countRows(plan, this.during(plan, slice), counting)).count;
      if (counting === 'capped' && count > COUNT_CAP) return { count: COUNT_CAP, exact: false };
    }
    return { count, exact: true };
  }

  /** Counts a log by day; null if something else narrows it, or no count is needed. */
  protected async countedDays(plan: ReadPlan, counting: CountMode, offset: number): Promise<DayRows | null> {
    const { dayCount, time } = this.definition;
    if (plan.by === 'range') return plan.range.counted ? { days: plan.range.counted, exact: true } : null;
    if (plan.by !== 'days' || !dayCount || !time || plan.span.products.length > MAX_COUNTED_PRODUCTS)
      return null;
    if (counting === 'none' && offset === 0 && plan.span.of === null) return null;
    const most = counting === 'exact' ? null : MAX_COUNTED_ROWS;
    return countByDays(this.db, dayCount, time, plan.span, most);
  }

  /** Returns rows of a counted log at an offset or a time; the counts tell the days that hold them. */
  protected async sliceInWindow(
    actor: Actor,
    plan: ReadPlan,
    requested: RequestedFields,
    part: Part & { readonly at: string | number | null; readonly days: DayRows['days'] },
  ): Promise<Slice> {
    const { dayCount, time = '' } = this.definition;
    const { asc } = plan;
    const at = part.at === null ? null : Number(part.at);
    let window = findWindow(part.days, time, { ...part, asc, at });
    const count = part.days.get(window.days[0] ?? 0) ?? 0;
    if (dayCount?.slots && window.offset > 0 && plan.by === 'days' && !plan.span.of)
      window = await skipSlots(this.db, dayCount, time, plan.span.products, { window, asc, count });
    const { days, offset, total } = window;
    // The rows of a page behind the middle are fewer to read from the end.
    const toEnd = total === null ? Infinity : total - offset - part.limit;
    const back = offset > 0 && toEnd < offset;
    const inWindow = { ...plan, asc: asc !== back, where: allOf([plan.where, window.where]) };
    const reader = isUnion(this.db)
      ? new LogPages(
          restrictDays(this.db, (day) => days.includes(day)),
          () => this.definition,
        )
      : this;
    const slice = await reader.sliceAtOffset(
      actor,
      inWindow.by === 'range'
        ? { ...inWindow, range: { ...inWindow.range, inRange: inWindow.range.inDays(window.days) } }
        : inWindow,
      requested,
      back
        ? { limit: part.limit + Math.min(toEnd, 0), offset: Math.max(toEnd, 0) }
        : { limit: part.limit, offset },
    );
    if (back) for (const list of [slice.rows, slice.positions]) list.reverse();
    // Rows can be deleted after they were counted.
    return slice.rows.length < part.limit && !window.toEnd
      ? this.sliceAtOffset(actor, plan, requested, part)
      : slice;
  }

  /** Returns matching rows, looking through the log by time until there are enough or the time is over. */
  protected async searchSlice(
    actor: Actor,
    plan: ReadPlan & { readonly times: TimeRange | null },
    requested: RequestedFields,
    { limit, offset, at }: Part & { readonly at: string | number | null },
  ): Promise<Slice> {
    const [rows, positions]: [Row[], Position[]] = [[], []];
    const { asc, times } = plan;
    if (!times) return { rows, positions };
    const range =
      at === null
        ? times
        : asc
          ? { ...times, from: Math.max(times.from, Math.ceil(Number(at))) }
          : { ...times, to: Math.min(times.to, Math.floor(Number(at))) };
    const until = performance.now() + SEARCH_MS;
    let left = offset;
    for (const slice of timeSlices(range, asc, isUnion(this.db))) {
      if (performance.now() > until)
        return { rows, positions, searchedTo: asc ? slice.from - 1 : slice.to + 1 };
      const where = this.during(plan, slice);
      if (left > 0) {
        const { count } = await this.countRows(plan, where, 'exact');
        if (count <= left) {
          left -= count;
          continue;
        }
      }
      const part = { limit: limit - rows.length, offset: left };
      const found = await this.slice(actor, { ...plan, where }, requested, part);
      rows.push(...found.rows);
      positions.push(...found.positions);
      if (rows.length >= limit) break;
      left = 0;
    }
    return { rows, positions };
  }

  /** Returns the position between an instant and the following one, where no row is. */
  protected positionBetween(searchedTo: number, asc: boolean): Position {
    const [, ...keys] = orderColumns(this.definition, {
      sortName: this.definition.defaultSort?.name ?? null,
    });
    return [searchedTo + (asc ? 0.5 : -0.5), ...keys.map(() => 0)];
  }

  protected during({ where }: ReadPlan, { from, to }: TimeRange): Condition {
    return allOf([where, { sql: `${this.definition.time} BETWEEN ? AND ?`, params: [from, to] }]);
  }
}
