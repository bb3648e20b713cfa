import type { UnknownRecord } from '../../../shared/records';
import {
  readExperiment,
  readPlan,
  seesOwnAds,
  type ExperimentFigures,
  type ExperimentPlan,
} from '../../analysis';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { Database } from '../../db/database';
import type { ListService } from '../../records/list.service';
import { requireVersion } from '../../records/write/require-version';
import type { WriteService } from '../../records/write/write.service';
import type { Experiment } from './experiment.entity';

/** Values of an experiment that only its validated input has. */
type Values = Omit<
  ExperimentPlan,
  'companyId' | 'productId' | 'evaluation' | 'frozenAt' | 'minimalEffect' | 'minimalEffectShare'
>;

/** A plan needs no name to be tried. */
const UNNAMED = '-';

/** A stored experiment, or the fields of a new one. */
export interface ExperimentQuestion {
  readonly id?: number | null;
  readonly input?: UnknownRecord | null;
}

/** Reads what experiments can find and have found, and freezes them. */
export class ExperimentService {
  constructor(
    private readonly db: Database,
    private readonly list: ListService,
    private readonly writer: WriteService<Experiment>,
    private readonly now: () => number,
  ) {}

  /**
   * Returns the figures of a stored experiment, or of a plan that is not saved. Sums of the product are hidden from
   * users who only see their own ads.
   *
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT with the field
   */
  async figures(actor: Actor, { id, input }: ExperimentQuestion, client: Client) {
    requireRight(actor, 'analyze', 'view');
    if (id == null && input == null) throw badInput({ input: { key: 'required' } });
    const plan = id != null ? await this.stored(actor, id) : await this.draft(actor, input ?? {}, client);
    requireProduct(actor, plan.productId);
    const figures = await readExperiment(this.db, plan, this.now());
    if (!seesOwnAds(actor)) return figures;
    return { ...figures, weeks: [], baseline: null, minimalEffectShare: null } satisfies ExperimentFigures;
  }

  /**
   * Freezes a plan with the data version and the smallest effect that it finds. It never changes afterwards.
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, CONFLICT if it is frozen or was changed meanwhile
   */
  async freeze(actor: Actor, id: number, version: number | null, client: Client): Promise<true> {
    const { db, writer } = this;
    const row = await this.list.get(actor, id, new Set(['version']));
    const plan = await this.stored(actor, id);
    if (plan.frozenAt) throw new Failure('CONFLICT', 'experimentFrozen');
    writer.setting.right?.(actor, id);
    const figures = await readExperiment(db, plan, this.now());
    await writer.transaction(actor, client, async (context) => {
      const current = (await writer.load(context, [id])).get(id);
      if (!current) throw notFound();
      await requireVersion(context, 'experiment', id, version ?? row.version, current.row.version);
      const change = await writer.validate(context, {}, 'part', current);
      const frozen = {
        frozenAt: context.at,
        evaluation: figures.evaluation,
        minimalEffect: figures.minimalEffect,
        minimalEffectShare: figures.minimalEffectShare,
        dataVersion: figures.version,
      };
      const values = { ...change.values, ...frozen };
      await writer.store(context, [{ change: { ...change, values }, row: current.row }]);
    });
    return true;
  }

  private async stored(actor: Actor, id: number): Promise<ExperimentPlan> {
    await this.list.get(actor, id, new Set(['id']));
    const plan = await readPlan(this.db, id);
    if (!plan) throw notFound();
    return plan;
  }

  /** Returns the plan as it would be saved, validated like a change. */
  private async draft(actor: Actor, input: UnknownRecord, client: Client): Promise<ExperimentPlan> {
    const { writer } = this;
    const context = writer.validationContext(actor, client);
    const change = await writer.validate(context, { ...input, title: UNNAMED }, 'whole', null);
    await writer.requireReferences(context, [change]);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the rules of the entity have validated them
    const values = change.values as Values;
    return {
      ...values,
      companyId: actor.companyId,
      productId: Number(change.productId),
      ...{ evaluation: null, frozenAt: null, minimalEffect: null, minimalEffectShare: null },
    };
  }
}
