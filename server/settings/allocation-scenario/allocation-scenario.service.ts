import { RoleType } from '../../../shared/catalog';
import { allocationScenarioFields, validate } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import { createOnce, readIdempotencyKey } from '../../records/write/idempotent-create';
import { rejectStale } from '../../records/write/reject-stale';
import type { Database, Tx } from '../../db/database';
import { AllocationScenario } from './allocation-scenario.entity';

/** Maximum number of scenarios per user and product. */
const MAX_SCENARIOS = 100;
const DEFAULT_AXES = ['ad'];

/** A scenario as an actor sees it. */
export interface Scenario {
  readonly id: number;
  readonly productId: number;
  readonly title: string;
  readonly axes: readonly string[];
  readonly simulationItem: number;
  readonly elasticity: number;
  readonly changes: string;
  readonly shared: boolean;
  readonly editable: boolean;
  readonly userName: string | null;
  readonly updatedAt: Date;
  readonly version: number;
}

const mayChange = (actor: Actor, { userId, shared }: AllocationScenario): boolean =>
  userId === actor.userId || (shared && actor.role === RoleType.ADMIN);

/** Agencies don't see shared scenarios, which may name other agencies' ads. */
const maySee = (actor: Actor, { userId, shared }: AllocationScenario): boolean =>
  userId === actor.userId || (shared && actor.role !== RoleType.AGENCY);

/** Returns the fields that the audit trail records. */
const stateOf = ({
  title,
  axes,
  simulationItem,
  elasticity,
  changes,
  shared,
}: AllocationScenario): UnknownRecord => ({ title, axes, simulationItem, elasticity, changes, shared });

const scenarioOf = (actor: Actor, row: AllocationScenario, userName: string | null): Scenario => ({
  id: row.id,
  productId: row.productId,
  title: row.title,
  axes: row.axes.split(','),
  simulationItem: row.simulationItem,
  elasticity: Number(row.elasticity),
  changes: row.changes ?? '',
  shared: row.shared,
  editable: mayChange(actor, row),
  userName,
  updatedAt: row.updatedAt,
  version: row.version,
});

/** Manages saved simulations of the allocation report: a user's own, and those shared in the company. */
export class AllocationScenarioService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the actor's own and shared scenarios of a product, by title. */
  async list(actor: Actor, productId: number): Promise<Scenario[]> {
    requireRight(actor, 'analyze', 'view');
    requireProduct(actor, productId);
    const rows = await this.db.reader
      .getRepository(AllocationScenario)
      .find({ where: { productId }, order: { title: 'ASC', id: 'ASC' } });
    return this.toScenarios(
      actor,
      productId,
      rows.filter((row) => maySee(actor, row)),
    );
  }

  /** Creates a scenario. @throws BAD_USER_INPUT, FORBIDDEN for a product outside the actor's list */
  async create(actor: Actor, input: UnknownRecord, client: Client): Promise<Scenario> {
    requireRight(actor, 'analyze', 'view');
    const productId = Number(input.productId ?? 0);
    if (input.productId == null) throw badInput({ productId: { key: 'required' } });
    requireProduct(actor, productId);
    const values = this.parseInput(actor, input);
    const insert = async (tx: Tx): Promise<number> => {
      const own = await tx.manager.countBy(AllocationScenario, { productId, userId: actor.userId });
      if (own >= MAX_SCENARIOS) throw badInput({ title: { key: 'tooMany', params: { max: MAX_SCENARIOS } } });
      const row = await tx.manager.save(
        Object.assign(new AllocationScenario(), {
          productId,
          userId: actor.userId,
          ...values,
          ...this.times(),
        }),
      );
      await this.record(tx, actor, client, row, { action: 'create', before: {}, after: stateOf(row) });
      return row.id;
    };
    const idempotencyKey = await readIdempotencyKey(actor, client, 'allocationScenario', input);
    const saved = await this.db.write(async (tx) => {
      const id = await createOnce(createWriteContext(tx, actor, client, this.now()), idempotencyKey, () =>
        insert(tx),
      );
      return tx.manager.findOneBy(AllocationScenario, { id });
    });
    if (!saved) throw notFound();
    return this.one(actor, saved);
  }

  /**
   * Replaces all fields except the product. @throws NOT_FOUND, FORBIDDEN for a scenario shared by another user,
   * CONFLICT
   */
  async update(actor: Actor, id: number, input: UnknownRecord, client: Client): Promise<Scenario> {
    requireRight(actor, 'analyze', 'view');
    const values = this.parseInput(actor, input);
    const saved = await this.db.write(async (tx) => {
      const row = await this.open(tx, actor, id, input.version);
      const before = stateOf(row);
      const after = await tx.manager.save(Object.assign(row, values, { updatedAt: new Date(this.now()) }));
      await this.record(tx, actor, client, after, { action: 'update', before, after: stateOf(after) });
      return after;
    });
    return this.one(actor, saved);
  }

  /** Deletes a scenario. @throws NOT_FOUND, FORBIDDEN for a scenario shared by another user, CONFLICT */
  async remove(actor: Actor, id: number, version: number | null, client: Client): Promise<true> {
    requireRight(actor, 'analyze', 'view');
    await this.db.write(async (tx) => {
      const row = await this.open(tx, actor, id, version);
      await this.record(tx, actor, client, row, { action: 'delete', before: stateOf(row), after: {} });
      await tx.manager.remove(row);
    });
    return true;
  }

  private times(): { createdAt: Date; updatedAt: Date } {
    const at = new Date(this.now());
    return { createdAt: at, updatedAt: at };
  }

  private parseInput(actor: Actor, input: UnknownRecord): Partial<AllocationScenario> {
    const { values, errors } = validate(allocationScenarioFields, input);
    if (Object.keys(errors).length > 0) throw badInput(errors);
    if (values.shared === true && actor.role === RoleType.AGENCY)
      throw new Failure('FORBIDDEN', 'forbidden', { fields: { shared: [{ key: 'notWritable' }] } });
    const axes = Array.isArray(values.axes) && values.axes.length > 0 ? values.axes : DEFAULT_AXES;
    return { ...values, axes: axes.join(',') };
  }

  /** Loads the row to change, of a product that the actor has. */
  private async open(tx: Tx, actor: Actor, id: number, version: unknown): Promise<AllocationScenario> {
    const row = await tx.manager.findOneBy(AllocationScenario, { id });
    if (!row || !actor.productIds.includes(row.productId) || !maySee(actor, row)) throw notFound();
    if (!mayChange(actor, row)) throw new Failure('FORBIDDEN', 'forbidden');
    if (version != null && Number(version) !== row.version)
      await rejectStale(tx, 'allocationScenario', id, Number(version), row.version, actor.companyId);
    return row;
  }

  private async one(actor: Actor, row: AllocationScenario): Promise<Scenario> {
    const [scenario] = await this.toScenarios(actor, row.productId, [row]);
    if (!scenario) throw notFound();
    return scenario;
  }

  /** Converts rows of a product, with the names of their creators. */
  private async toScenarios(
    actor: Actor,
    productId: number,
    rows: readonly AllocationScenario[],
  ): Promise<Scenario[]> {
    const users = await this.db.read<{ id: number; user_name: string }>(
      'SELECT DISTINCT u.id, u.user_name FROM allocation_scenario s JOIN app_user u ON u.id = s.user_id WHERE s.product_id = ?',
      [productId],
    );
    const names = new Map(users.map(({ id, user_name: name }) => [id, name]));
    return rows.map((row) => scenarioOf(actor, row, names.get(row.userId) ?? null));
  }

  private async record(
    tx: Tx,
    actor: Actor,
    client: Client,
    { id, productId, title, version }: AllocationScenario,
    change: { action: 'create' | 'update' | 'delete'; before: UnknownRecord; after: UnknownRecord },
  ): Promise<void> {
    await recordChange(createWriteContext(tx, actor, client, this.now()), {
      ...change,
      entity: 'allocationScenario',
      entityId: id,
      productId,
      label: title,
      version: change.action === 'delete' ? null : version,
    });
  }
}
