import { AttributionModel, emptySums } from '../../../shared/catalog';
import { endOfDay, startOfDay } from '../../../shared/domain/calendar';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { ListService } from '../../crud/list.service';
import { requireSortable } from '../../crud/masks';
import { orderSql } from '../../crud/select';
import type { Database } from '../../db/database';
import { conversions } from '../../logs/conversion.log';
import { ConversionPathService, shareUnder, type PathTouch } from '../../logs/conversion-path';
import type { CustomerCode } from '../../logs/customer-code';
import { logService } from '../../logs/log-record';
import { figuresMaker } from '../compiled';
import type { ReportInput, ReportRow } from '../input';
import type { ReportRequest } from '../report/request';
import { NO_NAME, rowMaker } from '../report/rows';
import { credited } from './credited';
import { conversionFields } from './columns';

/** Rows that are read at a time. */
const AT_ONCE = 1000;
/** More rows than there are. */
const ALL = 2_147_483_647;
const MENU = 'analyze';
const NO_FIGURES = figuresMaker([], AttributionModel.LINEAR)(emptySums());
/** Values as a row of a report, which has axes and measures: these have none. */
export const asRow = (values: UnknownRecord): ReportRow => Object.assign(rowMaker([])(NO_NAME, false, NO_FIGURES), values);

/** One conversion of the report: its number in the log, and what its path says. */
interface Head {
  id: number;
  touches: number;
  latency_ms: number;
}

/** The embedded database begins with the table on its left, as the order by time wants; to MariaDB it is any join. */
const JOIN_IN_ORDER = 'CROSS JOIN';

/** What rows can be ordered by beside the fields of the log. */
const OWN_ORDERS: Readonly<Record<string, string>> = { touches: 't.n', latency: 't.latency_ms' };

/** Reads the rows of the report: a page of conversions by the index of their time, and what belongs to these alone. */
export class CvInfoRows {
  private readonly log: ListService;
  private readonly paths: ConversionPathService;

  constructor(
    private readonly db: Database,
    private readonly actor: Actor,
    private readonly request: ReportRequest,
    code: CustomerCode,
  ) {
    // The same rows as in the log, with the same masks, under the right to this report.
    this.log = logService(db, { ...conversions, menu: MENU }, code);
    this.paths = new ConversionPathService(db, MENU);
  }

  /** Newest first unless asked otherwise. @throws FORBIDDEN when ordered by what is masked */
  async read({ sortAsc }: Pick<ReportInput, 'sortAsc'>): Promise<ReportRow[]> {
    const { sortBy, page, pageSize } = this.request;
    const order = this.orderOf(sortBy?.fields[0] ?? null);
    const ascending = sortAsc ?? sortBy !== null;
    const heads = await this.heads(order, ascending, pageSize ?? ALL, pageSize === null ? 0 : (page - 1) * pageSize);
    const rows: ReportRow[] = [];
    for (let start = 0; start < heads.length; start += AT_ONCE) {
      for (const row of await this.rowsOf(heads.slice(start, start + AT_ONCE))) rows.push(row);
    }
    return rows;
  }

  private orderOf(field: string | null): { readonly columns: readonly string[]; readonly join: string } {
    const { spec } = this.log;
    if (field === null || field === conversions.time) return { columns: ['e.time', 'e.id'], join: '' };
    const own = OWN_ORDERS[field];
    if (own) return { columns: [own, 'e.time', 'e.id'], join: '' };
    const label = spec.labels?.[field];
    if (!label && !spec.fields[field]) throw badInput({ sortName: { key: 'unknownField' } });
    requireSortable(spec, requireRight(this.actor, MENU, 'view'), field);
    const join = label ? `LEFT JOIN ${label.table} l_${field} ON l_${field}.id = ${label.id}` : (spec.fields[field]?.join ?? '');
    return { columns: [orderSql(field, spec), 'e.time', 'e.id'], join };
  }

  private heads({ columns, join }: { columns: readonly string[]; join: string }, ascending: boolean, limit: number, offset: number): Promise<Head[]> {
    const { productId, range } = this.request;
    const { sql, params } = credited(this.request);
    const direction = ascending ? 'ASC' : 'DESC';
    return this.db.read<Head>(
      `SELECT e.id, t.n AS touches, t.latency_ms FROM conversion e
       ${JOIN_IN_ORDER} conversion_touch t ON t.product_id = e.product_id AND t.day = e.day AND t.conversion_id = e.id ${join}
       WHERE e.product_id = ? AND e.time BETWEEN ? AND ? AND ${sql} ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')} LIMIT ? OFFSET ?`,
      [productId, startOfDay(range.from), endOfDay(range.to), ...params, limit, offset],
    );
  }

  private async rowsOf(heads: readonly Head[]): Promise<ReportRow[]> {
    const { productId, evaluation, wanted } = this.request;
    const ids = heads.map(({ id }) => id);
    const names = conversionFields.flatMap(([name]) => (wanted.has(name) ? [name] : []));
    const [rows, paths] = await Promise.all([
      this.log.byKeys(this.actor, productId, ids, new Set(names)),
      wanted.has('path') ? this.paths.paths(this.actor, ids, evaluation) : null,
    ]);
    return heads.flatMap(({ id, touches, latency_ms: latency }): ReportRow[] => {
      const row = rows.get(id);
      if (!row) return [];
      const path = paths && { path: (paths.get(id) ?? []).map((touch) => this.touch(touch)) };
      return [asRow({ ...row, touches, latency: touches > 0 ? latency / 1000 : null, ...path })];
    });
  }

  private touch({ interactionId, adId, ad, time, shares }: PathTouch) {
    return { interactionId, adId, ad: ad?.label ?? null, time, share: shareUnder(shares, this.request.model) };
  }
}
