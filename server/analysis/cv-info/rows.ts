import { AttributionModel, axes, emptyValues, NewAndExistingEvaluation } from '../../../shared/catalog';
import { endOfDay, startOfDay, type DayRange } from '../../../shared/domain/calendar';
import { PATH_CLASS } from '../../../shared/domain/journey';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { requireRight } from '../../auth/permissions';
import { allOf, joinInOrder } from '../../db/condition';
import {
  afterPosition,
  supportsCursors,
  positionOf,
  type SortValues,
  encodeCursor,
  readCursor,
  type Position,
  type CursorOrder,
} from '../../records/cursor';
import type { ListService } from '../../records/list.service';
import { unsortable } from '../../records/read-plan';
import { requireSortable } from '../../records/masks';
import { orderSql } from '../../records/select';
import type { Database } from '../../db/database';
import { conversions } from '../../logs/conversion.log';
import { ConversionPathService, shareUnder, type PathTouch } from '../../logs/conversion-path';
import type { CustomerCode } from '../../logs/customer-code';
import { logService, type LogField } from '../../logs/log-definition';
import { compileMetrics } from '../compile-measures';
import type { ReportInput, ReportRow } from '../input';
import type { ReportRequest } from '../report/request';
import { withoutAdNames } from '../report/read-report';
import { NO_NAME, rowBuilder, rowNamer } from '../report/rows';
import { attributeOf, readAds, readLabels } from '../../facts/labels';
import { readMetricsVersion } from '../../rollups';
import {
  AD_NAME,
  adPlaces,
  isCachedOrder,
  NumberedConversions,
  sortValuesOf,
  type Head,
  type CachedOrder,
} from './numbered-conversions';
import { conversionFields, creditedAxes } from './columns';
import { creditedCondition, readCredited, answerCache, createStore } from './credited-columns';

/** Conversions read at a time, and rows built at a time. */
const HEADS_AT_ONCE = 10_000;
const ROWS_AT_ONCE = 1000;
/** From this offset on, the days before a page are skipped. */
const FAR = 90;
/** More rows than exist. */
const ALL = 2_147_483_647;
const MENU = 'analyze';
const NO_METRICS = compileMetrics([], AttributionModel.LINEAR)(emptyValues());
/** Wraps values in a report row without axes and measures. */
export const asRow = (values: UnknownRecord): ReportRow =>
  Object.assign(rowBuilder([])(NO_NAME, false, NO_METRICS), values);

/** Returns how to name the requested attributes of an ad; null if none is requested. */
async function readNames(db: Database, request: ReportRequest) {
  const { productId, requestedFields, filters } = request;
  const nameAxes = creditedAxes.filter(
    (axis) => requestedFields.has(axis) || requestedFields.has(axes[axis].idKey ?? axis),
  );
  if (nameAxes.length === 0) return null;
  const [ads, byAxis] = await Promise.all([
    readAds(
      db,
      productId,
      {},
      nameAxes.flatMap((axis) => attributeOf(axis) ?? []),
    ),
    readLabels(db, productId, withoutAdNames(nameAxes)),
  ]);
  const nameOf = rowNamer({ axes: [], nameAxes, filters }, { ads, byAxis });
  const build = rowBuilder(nameAxes);
  return (adId: unknown): ReportRow =>
    build(nameOf({ ids: [], adId: typeof adId === 'number' ? adId : null }), false, NO_METRICS);
}

/** Field with the credited ad, as far as the actor may see it. */
const AD = 'lastCvAdId';

/** Fields about a touch and its ad, by the column of that touch. */
const TOUCH_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'e.last_interaction_id': ['lastCvAdId', 'lastCvAd', 'lastCvInteractionId'],
  'e.performance_interaction_id': ['performanceCvAdId', 'performanceCvAd', 'performanceCvInteractionId'],
};

/** Returns SQL for a log value that is null if the touch is before the customer's previous conversion. */
const ifInCutPath = (
  contact: string,
  sql: string,
): string => `CASE WHEN e.repeated = 0 OR EXISTS (SELECT 1 FROM conversion_touch u
  WHERE u.product_id = e.product_id AND u.day = e.day AND u.conversion_id = e.id AND u.class = ${PATH_CLASS.REPEAT_CUT} AND u.interaction_id = ${contact})
  THEN ${sql} END`;

const cutField = (contact: string, { source, label, ...field }: LogField): LogField => ({
  ...field,
  ...(source && { source: { ...source, sql: ifInCutPath(contact, source.sql) } }),
  ...(label && { label: { ...label, id: ifInCutPath(contact, label.id) } }),
});

/**
 * Replaces the touch fields of the log for an evaluation. The log shows the touches of whole paths. A report
 * that cuts the paths of repeat conversions shows the remaining touches; otherwise a row credited to no ad
 * would name one.
 */
function touchFieldsUnder(evaluation: NewAndExistingEvaluation): Record<string, LogField> {
  if (evaluation !== NewAndExistingEvaluation.NEW_AND_EXISTING) return {};
  return Object.fromEntries(
    Object.entries(TOUCH_FIELDS).flatMap(([contact, names]) =>
      names.flatMap((name) => {
        const field = conversions.fields[name];
        return field ? [[name, cutField(contact, field)] as const] : [];
      }),
    ),
  );
}

async function collect(rows: AsyncIterable<ReportRow>): Promise<ReportRow[]> {
  const all: ReportRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Sort order of the rows, the join it needs, and the cached number it uses, if any. */
interface RowOrder extends CursorOrder {
  readonly join: string;
  readonly number: CachedOrder | null;
}

/** A range of rows: after a place, or by offset. */
interface Part {
  readonly behind: Position | null;
  readonly limit: number;
  readonly offset: number;
}

/** Cached sort orders and their columns, for two requests. A year takes about twenty megabytes. */
const ORDERS = createStore(8);

/** Place before or after which a page lies; without both, the page number applies. */
export interface CvInfoStep {
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** A page of rows, with the places of the adjacent pages. */
export interface CvInfoPage {
  readonly rows: ReportRow[];
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * Reads the rows of the report: conversions by their time index or in a cached order, then the details of
 * these alone.
 */
export class CvInfoRows {
  private readonly log: ListService;
  private readonly paths: ConversionPathService;
  private readonly order: RowOrder;
  private names: ReturnType<typeof readNames> | undefined;

  /** @throws FORBIDDEN if the sort field is masked */
  constructor(
    private readonly db: Database,
    private readonly actor: Actor,
    private readonly request: ReportRequest,
    code: CustomerCode,
    { sortAsc }: Pick<ReportInput, 'sortAsc'>,
  ) {
    // The same rows and masks as in the log, with the right of this report and its evaluation.
    this.log = logService(
      db,
      {
        ...conversions,
        menu: MENU,
        fields: { ...conversions.fields, ...touchFieldsUnder(request.evaluation) },
      },
      code,
    );
    this.paths = new ConversionPathService(db, MENU);
    const { sortBy } = request;
    // Newest first by default.
    this.order = { ...this.orderOf(sortBy?.fields[0] ?? null), asc: sortAsc ?? sortBy !== null };
  }

  /**
   * Reads one page by number, or by a place in the order, which costs the same for every page.
   * @param count number of all rows
   */
  async page({ after = null, before = null }: CvInfoStep, count: number): Promise<CvInfoPage> {
    const { page, pageSize } = this.request;
    const { order } = this;
    const step = readCursor(order, { after, before });
    if (pageSize === null && step === null)
      return { rows: await collect(this.all()), next: null, previous: null };
    const atEnd = step?.by === 'end';
    const back = atEnd || step?.by === 'before';
    const most = pageSize ?? ALL;
    const size = atEnd ? count % most || most : most;
    const heads = await this.heads(
      { ...order, asc: order.asc !== back },
      { behind: step?.position ?? null, limit: size + 1, offset: step ? 0 : (page - 1) * size },
    );
    const more = heads.length > size;
    const visibleHeads = heads.slice(0, size);
    if (back) visibleHeads.reverse();
    const placeAt = (head: Head | undefined) =>
      head && order.supportsCursors ? encodeCursor(order, head.place) : null;
    const first = placeAt(visibleHeads[0]);
    return {
      rows: await this.rowsOf(visibleHeads),
      next: (back ? !atEnd : more) ? placeAt(visibleHeads.at(-1)) : null,
      previous: (step === null ? page > 1 : back ? more : true) ? first : null,
    };
  }

  /** Yields every row, a few in memory at a time. */
  async *all(): AsyncGenerator<ReportRow> {
    const { order } = this;
    let place: Position | null = null;
    for (let offset = 0; ; offset += order.supportsCursors ? 0 : HEADS_AT_ONCE) {
      const heads: Head[] = await this.heads(order, { behind: place, limit: HEADS_AT_ONCE, offset });
      for (let start = 0; start < heads.length; start += ROWS_AT_ONCE)
        yield* await this.rowsOf(heads.slice(start, start + ROWS_AT_ONCE));
      const last = heads.at(-1);
      if (heads.length < HEADS_AT_ONCE || !last) return;
      if (order.supportsCursors) place = last.place;
    }
  }

  private orderOf(field: string | null): Omit<RowOrder, 'asc'> {
    const { definition } = this.log;
    if (field === null || field === conversions.time)
      return {
        sortName: conversions.time,
        columns: ['e.time', 'e.id'],
        join: '',
        supportsCursors: true,
        number: null,
      };
    const label = definition.labels?.[field];
    const number = isCachedOrder(field) ? field : null;
    if (!number && !label && !definition.fields[field]) throw unsortable(definition, field);
    requireSortable(definition, requireRight(this.actor, MENU, 'view'), field);
    // A name may change between two pages, and its place with it.
    if (number)
      return {
        sortName: number,
        columns: [number, 'day', 'id'],
        join: '',
        supportsCursors: number !== AD_NAME,
        number,
      };
    const join = label
      ? `LEFT JOIN ${label.table} l_${field} ON l_${field}.id = ${label.id}`
      : (definition.fields[field]?.join ?? '');
    return {
      sortName: field,
      columns: [orderSql(field, definition), 'e.time', 'e.id'],
      join,
      supportsCursors: supportsCursors(definition, { sortName: field }),
      number: null,
    };
  }

  /**
   * Returns the join of conversions with their credited touch. By time, the conversion index delivers rows
   * until a page is full. If ad or redirect filters leave few of them, MariaDB and MySQL choose the order.
   */
  private joinOf(columns: readonly string[]): string {
    const { filters } = this.request;
    const isFew = filters.hasAdFilter || filters.redirectIds !== null;
    return this.db.dialect === 'sqlite' || (columns[0] === 'e.time' && !isFew)
      ? joinInOrder(this.db.dialect)
      : 'JOIN';
  }

  private async heads(order: RowOrder, { behind: place, limit, offset }: Part): Promise<Head[]> {
    const { columns, join, asc, number } = order;
    const { productId, range } = this.request;
    if (number) return (await this.sortedByNumber(number)).part({ asc, behind: place, limit, offset });
    const isFar = offset >= FAR && columns[0] === 'e.time';
    const { rows: skipped, ...left } = isFar ? await this.skipDays(asc, offset) : { rows: 0, range };
    const { sql, params } = allOf([
      creditedCondition({ ...this.request, ...left }),
      ...(place ? [afterPosition(columns, place, asc)] : []),
    ]);
    const direction = asc ? 'ASC' : 'DESC';
    const rows = await this.db.read<Omit<Head, 'place'> & SortValues>(
      `SELECT e.id, t.n AS touches, t.latency_ms, ${columns.map((column, index) => `${column} AS k${index}`).join(', ')} FROM conversion e
       ${this.joinOf(columns)} conversion_touch t ON t.product_id = e.product_id AND t.day = e.day AND t.conversion_id = e.id ${join}
       WHERE e.product_id = ? AND e.time BETWEEN ? AND ? AND ${sql} ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')} LIMIT ? OFFSET ?`,
      [productId, startOfDay(left.range.from), endOfDay(left.range.to), ...params, limit, offset - skipped],
    );
    return rows.map((row) => ({
      id: row.id,
      touches: row.touches,
      latency_ms: row.latency_ms,
      place: positionOf(columns, row),
    }));
  }

  /** Skips whole days before an offset. Every page counts its total from the same cached conversions. */
  private async skipDays(asc: boolean, offset: number): Promise<{ rows: number; range: DayRange }> {
    const { range } = this.request;
    const { days } = await readCredited(this.db, this.request);
    const at = asc ? offset : days.length - 1 - offset;
    const day = days[Math.min(Math.max(at, 0), days.length - 1)];
    if (day === undefined) return { rows: 0, range };
    return asc
      ? { rows: days.indexOf(day), range: { ...range, from: day } }
      : { rows: days.length - 1 - days.lastIndexOf(day), range: { ...range, to: day } };
  }

  /** Returns all conversions sorted by a number. All orders of a request share their columns. */
  private async sortedByNumber(number: CachedOrder): Promise<NumberedConversions> {
    const { db, request } = this;
    const cache = await answerCache(
      db,
      request,
      await readMetricsVersion(db, request.productId, request.range),
      ORDERS,
    );
    const columns = await cache('columns', () => readCredited(db, request));
    // Names may change without a change of metrics.
    if (number === AD_NAME)
      return new NumberedConversions(columns, await adPlaces(db, request.productId, columns));
    return cache(number, async () => new NumberedConversions(columns, sortValuesOf(columns, number)));
  }

  private async rowsOf(heads: readonly Head[]): Promise<ReportRow[]> {
    const { productId, evaluation, requestedFields } = this.request;
    const ids = heads.map(({ id }) => id);
    const nameOf = await (this.names ??= readNames(this.db, this.request));
    const names = conversionFields.flatMap(([name]) =>
      requestedFields.has(name) || (nameOf && name === AD) ? [name] : [],
    );
    const [rows, paths] = await Promise.all([
      this.log.byKeys(this.actor, productId, ids, new Set(names)),
      requestedFields.has('path') ? this.paths.paths(this.actor, ids, evaluation) : null,
    ]);
    return heads.flatMap(({ id, touches, latency_ms: latency }): ReportRow[] => {
      const row = rows.get(id);
      if (!row) return [];
      const path = paths && { path: (paths.get(id) ?? []).map((touch) => this.touch(touch)) };
      const ofAd = nameOf?.(row[AD]);
      return [asRow({ ...ofAd, ...row, touches, latency: touches > 0 ? latency / 1000 : null, ...path })];
    });
  }

  private touch({ interactionId, adId, ad, time, shares }: PathTouch) {
    return {
      interactionId,
      adId,
      ad: ad?.label ?? null,
      time,
      share: shareUnder(shares, this.request.model),
    };
  }
}
