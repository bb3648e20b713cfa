import { savedViewFields, validate, viewLimits } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { newLinkCode } from '../../records/link-code';
import { changesShared, ownerNames, requireSharing, seesShared } from '../../records/sharing';
import { readIdempotencyKey } from '../../records/write/idempotent-create';
import { AuditedRecords } from '../../records/write/audited-records';
import type { Database } from '../../db/database';
import { SavedView, SavedViewPin } from './saved-view.entity';

/** A view as an actor sees it. */
export interface SavedViewDetails extends Omit<SavedView, 'search'> {
  readonly search: string;
  readonly pinned: boolean;
  readonly editable: boolean;
  readonly userName: string | null;
  /** Number of all users' report schedules of the view; they are deleted with it. */
  readonly scheduleCount: number;
}

/** Returns whether an actor may open a view, whose filters and names may reveal other agencies' ads. */
export const mayOpenView = (actor: Actor, view: SavedView): boolean =>
  view.companyId === actor.companyId &&
  seesShared(actor, view) &&
  (view.productId === null || actor.productIds.includes(view.productId));

/** Manages saved views of reports and lists: each user's own, and those shared in the company. */
export class SavedViewService {
  private readonly records: AuditedRecords<SavedView>;

  /** @param reports paths of the reports below `/analyses` */
  constructor(
    private readonly db: Database,
    private readonly reports: readonly string[],
    now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'savedView',
      target: SavedView,
      state: ({ title, path, search, shared }) => ({ title, path, search, shared }),
      label: ({ title }) => title,
      maySee: mayOpenView,
      mayChange: changesShared,
    });
  }

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
    const { companyId, userId } = actor;
    const row = await this.records.create(
      actor,
      client,
      { companyId, userId, productId, code: newLinkCode(), ...values },
      async (tx) => {
        const own = await tx.manager.countBy(SavedView, { companyId, userId });
        if (own >= viewLimits.views)
          throw badInput({ title: { key: 'tooMany', params: { max: viewLimits.views } } });
      },
      await readIdempotencyKey(actor, client, 'savedView', input),
    );
    return this.one(actor, row);
  }

  /**
   * Changes the given fields; the product stays. @throws NOT_FOUND, FORBIDDEN for a view shared by another
   * user, CONFLICT
   */
  async update(actor: Actor, id: number, input: UnknownRecord, client: Client): Promise<SavedViewDetails> {
    const values = this.parseInput(actor, input, true);
    const row = await this.records.update(actor, client, id, input.version, (view) => {
      this.requireReportProduct(view.productId, { ...view, ...values });
      return values;
    });
    return this.one(actor, row);
  }

  /** Deletes a view with its pins and report schedules. @throws NOT_FOUND, FORBIDDEN, CONFLICT */
  remove(actor: Actor, id: number, version: number | null, client: Client): Promise<true> {
    return this.records.remove(actor, client, id, version, async (tx) => {
      await tx.execute('DELETE FROM saved_view_pin WHERE view_id = ?', [id]);
      await tx.execute('DELETE FROM report_schedule WHERE view_id = ?', [id]);
    });
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
    requireSharing(actor, values.shared);
    return values;
  }

  /** Refuses a report view without a product, or whose query names another product. */
  private requireReportProduct(productId: number | null, { report, reportQuery }: Partial<SavedView>): void {
    if (report == null) return;
    if (productId === null) throw badInput({ productId: { key: 'required' } });
    if (new URLSearchParams(reportQuery ?? '').get('product_id') !== String(productId))
      throw badInput({ reportQuery: { key: 'invalidInput' } });
  }

  private async one(actor: Actor, row: SavedView): Promise<SavedViewDetails> {
    const [view] = await this.toDetails(actor, [row]);
    if (!view) throw notFound();
    return view;
  }

  /** Converts rows for the actor, with creators' names and pins. */
  private async toDetails(actor: Actor, rows: readonly SavedView[]): Promise<SavedViewDetails[]> {
    const [names, pins, schedules] = await Promise.all([
      ownerNames(this.db, rows),
      this.db.read<{ view_id: number }>('SELECT view_id FROM saved_view_pin WHERE user_id = ?', [
        actor.userId,
      ]),
      this.db.read<{ view_id: number; n: number }>(
        'SELECT view_id, COUNT(*) AS n FROM report_schedule WHERE company_id = ? GROUP BY view_id',
        [actor.companyId],
      ),
    ]);
    const mails = new Map(schedules.map(({ view_id: id, n }) => [id, Number(n)]));
    const pinned = new Set(pins.map(({ view_id: id }) => id));
    return rows.map((row) => ({
      ...row,
      search: row.search ?? '',
      pinned: pinned.has(row.id),
      editable: changesShared(actor, row),
      userName: names.get(row.userId) ?? null,
      scheduleCount: mails.get(row.id) ?? 0,
    }));
  }
}
