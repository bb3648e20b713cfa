import { RoleType } from '../../../shared/catalog';
import { savedViewFields, validate, viewLimits } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireProduct } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import { newLinkCode } from '../../records/link-code';
import { createOnce, readIdempotencyKey } from '../../records/write/idempotent-create';
import { rejectStale } from '../../records/write/reject-stale';
import type { Database, Tx } from '../../db/database';
import { SavedView, SavedViewPin } from './saved-view.entity';

/** A view as an actor sees it. */
export interface SavedViewDetails extends Pick<
  SavedView,
  | 'id'
  | 'code'
  | 'title'
  | 'path'
  | 'productId'
  | 'report'
  | 'reportQuery'
  | 'shared'
  | 'updatedAt'
  | 'version'
> {
  readonly search: string;
  readonly pinned: boolean;
  readonly editable: boolean;
  readonly userName: string | null;
  /** Number of all users' report schedules of the view; they are deleted with it. */
  readonly scheduleCount: number;
}

const mayChange = (actor: Actor, { userId, shared }: SavedView): boolean =>
  userId === actor.userId || (shared && actor.role === RoleType.ADMIN);

/**
 * Returns whether an actor may open a view. Agencies don't see other users' views, whose filters and names may
 * reveal other agencies' ads.
 */
export const mayOpenView = (actor: Actor, { companyId, userId, shared, productId }: SavedView): boolean =>
  companyId === actor.companyId &&
  (userId === actor.userId || (shared && actor.role !== RoleType.AGENCY)) &&
  (productId === null || actor.productIds.includes(productId));

/** Returns the fields that the audit trail records. */
const stateOf = ({ title, path, search, shared }: SavedView): UnknownRecord => ({
  title,
  path,
  search,
  shared,
});

/** Manages saved views of reports and lists: each user's own, and those shared in the company. */
export class SavedViewService {
  /** @param reports paths of the reports below `/analyses` */
  constructor(
    private readonly db: Database,
    private readonly reports: readonly string[],
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns all views that the actor may open, by title. */
  async list(actor: Actor): Promise<SavedViewDetails[]> {
    const rows = await this.db.reader
      .getRepository(SavedView)
      .find({ where: { companyId: actor.companyId }, order: { title: 'ASC', id: 'ASC' } });
    return this.toDetails(
      actor,
      rows.filter((row) => mayOpenView(actor, row)),
    );
  }

  /** Returns the view of a short link. @throws NOT_FOUND, also for views that the actor may not open */
  async open(actor: Actor, code: string): Promise<SavedViewDetails> {
    const row = await this.db.reader.getRepository(SavedView).findOneBy({ code });
    if (!row || !mayOpenView(actor, row)) throw notFound();
    return this.one(actor, row);
  }

  /** Saves a new view. @throws BAD_USER_INPUT, FORBIDDEN for a product outside the actor's list */
  async create(actor: Actor, input: UnknownRecord, client: Client): Promise<SavedViewDetails> {
    const productId = input.productId == null ? null : Number(input.productId);
    if (productId !== null) requireProduct(actor, productId);
    const values = this.parseInput(actor, input, false);
    this.requireReportProduct(productId, values);
    const insert = async (tx: Tx): Promise<number> => {
      const own = await tx.manager.countBy(SavedView, { companyId: actor.companyId, userId: actor.userId });
      if (own >= viewLimits.views)
        throw badInput({ title: { key: 'tooMany', params: { max: viewLimits.views } } });
      const at = new Date(this.now());
      const row = await tx.manager.save(
        Object.assign(new SavedView(), {
          companyId: actor.companyId,
          userId: actor.userId,
          productId,
          code: newLinkCode(),
          ...values,
          createdAt: at,
          updatedAt: at,
        }),
      );
      await this.record(tx, actor, client, row, { action: 'create', before: {}, after: stateOf(row) });
      return row.id;
    };
    const idempotencyKey = await readIdempotencyKey(actor, client, 'savedView', input);
    const saved = await this.db.write(async (tx) => {
      const id = await createOnce(createWriteContext(tx, actor, client, this.now()), idempotencyKey, () =>
        insert(tx),
      );
      return tx.manager.findOneBy(SavedView, { id });
    });
    if (!saved) throw notFound();
    return this.one(actor, saved);
  }

  /**
   * Changes the given fields; the product stays. @throws NOT_FOUND, FORBIDDEN for a view shared by another
   * user, CONFLICT
   */
  async update(actor: Actor, id: number, input: UnknownRecord, client: Client): Promise<SavedViewDetails> {
    const values = this.parseInput(actor, input, true);
    const saved = await this.db.write(async (tx) => {
      const row = await this.change(tx, actor, id, input.version);
      const before = stateOf(row);
      this.requireReportProduct(row.productId, { ...row, ...values });
      const after = await tx.manager.save(Object.assign(row, values, { updatedAt: new Date(this.now()) }));
      await this.record(tx, actor, client, after, { action: 'update', before, after: stateOf(after) });
      return after;
    });
    return this.one(actor, saved);
  }

  /** Deletes a view with its pins and report schedules. @throws NOT_FOUND, FORBIDDEN, CONFLICT */
  async remove(actor: Actor, id: number, version: number | null, client: Client): Promise<true> {
    await this.db.write(async (tx) => {
      const row = await this.change(tx, actor, id, version);
      await this.record(tx, actor, client, row, { action: 'delete', before: stateOf(row), after: {} });
      await tx.execute('DELETE FROM saved_view_pin WHERE view_id = ?', [id]);
      await tx.execute('DELETE FROM report_schedule WHERE view_id = ?', [id]);
      await tx.manager.remove(row);
    });
    return true;
  }

  /** Pins a view to the actor's menu or unpins it. Idempotent. */
  async pin(actor: Actor, id: number, pinned: boolean): Promise<SavedViewDetails> {
    const row = await this.db.write(async (tx) => {
      const view = await tx.manager.findOneBy(SavedView, { id });
      if (!view || !mayOpenView(actor, view)) throw notFound();
      const pin = { userId: actor.userId, viewId: id };
      if (!pinned) await tx.manager.delete(SavedViewPin, pin);
      else if (!(await tx.manager.existsBy(SavedViewPin, pin))) await tx.manager.insert(SavedViewPin, pin);
      return view;
    });
    return this.one(actor, row);
  }

  private parseInput(actor: Actor, input: UnknownRecord, partial: boolean): Partial<SavedView> {
    const { values, errors } = validate(savedViewFields, input, { partial });
    if (values.report != null && !this.reports.includes(String(values.report)))
      errors.report = { key: 'mustBeOneOf', params: { values: this.reports.join(', ') } };
    if (Object.keys(errors).length > 0) throw badInput(errors);
    if (values.shared === true && actor.role === RoleType.AGENCY)
      throw new Failure('FORBIDDEN', 'forbidden', { fields: { shared: [{ key: 'notWritable' }] } });
    return values;
  }

  /** Refuses a report view without a product, or whose query names another product. */
  private requireReportProduct(productId: number | null, { report, reportQuery }: Partial<SavedView>): void {
    if (report == null) return;
    if (productId === null) throw badInput({ productId: { key: 'required' } });
    if (new URLSearchParams(reportQuery ?? '').get('product_id') !== String(productId))
      throw badInput({ reportQuery: { key: 'invalidInput' } });
  }

  private async change(tx: Tx, actor: Actor, id: number, version: unknown): Promise<SavedView> {
    const row = await tx.manager.findOneBy(SavedView, { id });
    if (!row || !mayOpenView(actor, row)) throw notFound();
    if (!mayChange(actor, row)) throw new Failure('FORBIDDEN', 'forbidden');
    if (version != null && Number(version) !== row.version)
      await rejectStale(tx, 'savedView', id, Number(version), row.version, actor.companyId);
    return row;
  }

  private async one(actor: Actor, row: SavedView): Promise<SavedViewDetails> {
    const [view] = await this.toDetails(actor, [row]);
    if (!view) throw notFound();
    return view;
  }

  /** Converts rows for the actor, with creators' names and pins. */
  private async toDetails(actor: Actor, rows: readonly SavedView[]): Promise<SavedViewDetails[]> {
    const [users, pins, schedules] = await Promise.all([
      this.db.read<{ id: number; user_name: string }>(
        'SELECT DISTINCT u.id, u.user_name FROM saved_view v JOIN app_user u ON u.id = v.user_id WHERE v.company_id = ?',
        [actor.companyId],
      ),
      this.db.read<{ view_id: number }>('SELECT view_id FROM saved_view_pin WHERE user_id = ?', [
        actor.userId,
      ]),
      this.db.read<{ view_id: number; n: number }>(
        'SELECT view_id, COUNT(*) AS n FROM report_schedule WHERE company_id = ? GROUP BY view_id',
        [actor.companyId],
      ),
    ]);
    const names = new Map(users.map(({ id, user_name: name }) => [id, name]));
    const mails = new Map(schedules.map(({ view_id: id, n }) => [id, Number(n)]));
    const pinned = new Set(pins.map(({ view_id: id }) => id));
    return rows.map((row) => ({
      id: row.id,
      code: row.code,
      title: row.title,
      path: row.path,
      search: row.search ?? '',
      productId: row.productId,
      report: row.report,
      reportQuery: row.reportQuery,
      shared: row.shared,
      pinned: pinned.has(row.id),
      editable: mayChange(actor, row),
      userName: names.get(row.userId) ?? null,
      scheduleCount: mails.get(row.id) ?? 0,
      updatedAt: row.updatedAt,
      version: row.version,
    }));
  }

  private async record(
    tx: Tx,
    actor: Actor,
    client: Client,
    { id, productId, title, version }: SavedView,
    change: { action: 'create' | 'update' | 'delete'; before: UnknownRecord; after: UnknownRecord },
  ): Promise<void> {
    await recordChange(createWriteContext(tx, actor, client, this.now()), {
      ...change,
      entity: 'savedView',
      entityId: id,
      productId,
      label: title,
      version: change.action === 'delete' ? null : version,
    });
  }
}
