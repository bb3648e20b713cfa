import { allocationScenarioFields } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { changesShared, ownerNames, requireSharing, seesShared } from '../../records/sharing';
import { readIdempotencyKey } from '../../records/write/idempotent-create';
import { AuditedRecords } from '../../records/write/audited-records';
import { validInput } from '../../records/write/valid-input';
import type { Database } from '../../db/database';
import { AllocationScenario } from './allocation-scenario.entity';

/** Maximum number of scenarios per user and product. */
const MAX_SCENARIOS = 100;
const DEFAULT_AXES = ['ad'];

/** A scenario as an actor sees it. */
export interface Scenario extends Omit<AllocationScenario, 'axes' | 'changes'> {
  readonly axes: readonly string[];
  readonly changes: string;
  readonly editable: boolean;
  readonly userName: string | null;
}

/** Manages saved simulations of the allocation report: a user's own, and those shared in the company. */
export class AllocationScenarioService {
  private readonly records: AuditedRecords<AllocationScenario>;

  constructor(
    private readonly db: Database,
    now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'allocationScenario',
      target: AllocationScenario,
      state: ({ title, axes, simulationItem, elasticity, changes, shared }) => ({
        title,
        axes,
        simulationItem,
        elasticity,
        changes,
        shared,
      }),
      label: ({ title }) => title,
      maySee: (actor, row) => actor.productIds.includes(row.productId) && seesShared(actor, row),
      mayChange: changesShared,
    });
  }

  /** Returns the actor's own and shared scenarios of a product, by title. */
  async list(actor: Actor, productId: number): Promise<Scenario[]> {
    requireRight(actor, 'analyze', 'view');
    requireProduct(actor, productId);
    const rows = await this.db.reader
      .getRepository(AllocationScenario)
      .find({ where: { productId }, order: { title: 'ASC', id: 'ASC' } });
    return this.toScenarios(
      actor,
      rows.filter((row) => seesShared(actor, row)),
    );
  }

  /** Creates a scenario. @throws BAD_USER_INPUT, FORBIDDEN for a product outside the actor's list */
  async create(actor: Actor, input: UnknownRecord, client: Client): Promise<Scenario> {
    requireRight(actor, 'analyze', 'view');
    const productId = Number(input.productId ?? 0);
    if (input.productId == null) throw badInput({ productId: { key: 'required' } });
    requireProduct(actor, productId);
    const values = this.parseInput(actor, input);
    const { userId } = actor;
    const row = await this.records.create(
      actor,
      client,
      { productId, userId, ...values },
      async (tx) => {
        const own = await tx.manager.countBy(AllocationScenario, { productId, userId });
        if (own >= MAX_SCENARIOS)
          throw badInput({ title: { key: 'tooMany', params: { max: MAX_SCENARIOS } } });
      },
      await readIdempotencyKey(actor, client, 'allocationScenario', input),
    );
    return this.one(actor, row);
  }

  /**
   * Replaces all fields except the product. @throws NOT_FOUND, FORBIDDEN for a scenario shared by another user,
   * CONFLICT
   */
  async update(actor: Actor, id: number, input: UnknownRecord, client: Client): Promise<Scenario> {
    requireRight(actor, 'analyze', 'view');
    const values = this.parseInput(actor, input);
    return this.one(actor, await this.records.update(actor, client, id, input.version, () => values));
  }

  /** Deletes a scenario. @throws NOT_FOUND, FORBIDDEN for a scenario shared by another user, CONFLICT */
  async remove(actor: Actor, id: number, version: number | null, client: Client): Promise<true> {
    requireRight(actor, 'analyze', 'view');
    return this.records.remove(actor, client, id, version);
  }

  private parseInput(actor: Actor, input: UnknownRecord): Partial<AllocationScenario> {
    const values = validInput(allocationScenarioFields, input);
    requireSharing(actor, values.shared);
    const axes = Array.isArray(values.axes) && values.axes.length > 0 ? values.axes : DEFAULT_AXES;
    return { ...values, axes: axes.join(',') };
  }

  private async one(actor: Actor, row: AllocationScenario): Promise<Scenario> {
    const [scenario] = await this.toScenarios(actor, [row]);
    if (!scenario) throw notFound();
    return scenario;
  }

  /** Converts rows for the actor, with the names of their creators. */
  private async toScenarios(actor: Actor, rows: readonly AllocationScenario[]): Promise<Scenario[]> {
    const names = await ownerNames(this.db, rows);
    return rows.map((row) => ({
      ...row,
      axes: row.axes.split(','),
      elasticity: Number(row.elasticity),
      changes: row.changes ?? '',
      editable: changesShared(actor, row),
      userName: names.get(row.userId) ?? null,
    }));
  }
}
