import type { Actor } from '../../auth/actor';
import { notFound } from '../../auth/failure';
import type { Database, Tx } from '../../db/database';
import { allOf, oneOf } from '../../db/condition';
import type { Row } from '../../records/list-definition';
import type { ListService } from '../../records/list.service';
import { ofUsers } from '../../records/masks';
import { SavedView, SavedViewPin } from './saved-view.entity';

type RequestedFields = ReadonlySet<string> | null;

const guard = ofUsers(new Set(['companyId', 'productId']));

async function findIn(tx: Tx, actor: Actor, id: number): Promise<SavedView | null> {
  const { sql, params } = allOf([oneOf('e.id', [id]), ...guard(actor, null, null)]);
  const [row] = await tx.query<{ id: number }>(`SELECT e.id FROM saved_view e WHERE ${sql}`, params);
  return row ? tx.manager.findOneBy(SavedView, { id }) : null;
}

/** Returns a view; null if it does not exist or the actor may not open it. */
export const findView = (db: Database, actor: Actor, id: number): Promise<SavedView | null> =>
  findIn(db.readOnlyTx, actor, id);

/** Report of single conversions: a log, which no outsider sees. */
const SINGLE_CONVERSIONS = 'cv_info';

/** A view of a report that outsiders may see. */
export interface ReportView extends SavedView {
  report: string;
  productId: number;
}

const isReportView = (view: SavedView | null): view is ReportView =>
  view !== null && view.productId !== null && view.report !== null && view.report !== SINGLE_CONVERSIONS;

/** Returns a view of a report that outsiders may see; null if it is none or the actor may not open it. */
export async function findReportView(tx: Tx, actor: Actor, id: number): Promise<ReportView | null> {
  const view = await findIn(tx, actor, id);
  return isReportView(view) ? view : null;
}

/** Opens saved views by their short links and pins them. */
export class SavedViewService {
  constructor(
    private readonly db: Database,
    private readonly views: ListService,
  ) {}

  /** Returns the view of a short link. @throws NOT_FOUND, also for views that the actor may not open */
  async open(actor: Actor, code: string, requested: RequestedFields = null): Promise<Row> {
    const [view] = await this.views.related(actor, 'code', [code], requested);
    if (!view) throw notFound();
    return view;
  }

  /** Pins a view to the actor's menu or unpins it. Idempotent. @throws NOT_FOUND */
  async pin(actor: Actor, id: number, pinned: boolean, requested: RequestedFields = null): Promise<Row> {
    const pin = { userId: actor.userId, viewId: id };
    await this.views.get(actor, id, new Set(['id']));
    await this.db.write(async ({ manager }) => {
      if (!pinned) await manager.delete(SavedViewPin, pin);
      else if (!(await manager.existsBy(SavedViewPin, pin))) await manager.insert(SavedViewPin, pin);
    });
    return this.views.get(actor, id, requested);
  }
}
