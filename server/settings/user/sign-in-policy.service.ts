import { enumValues, RoleType } from '../../../shared/catalog';
import type { Day } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import { parseRoles } from '../../auth/second-factor/requirement';
import type { Client } from '../../auth/sessions';
import type { Database, Tx } from '../../db/database';
import { execute, select } from '../../db/statements';
import { settingsTurn, takeTurn } from '../../db/turn';
import { createWriteContext, recordChange } from '../../records/audit/record';
import { requireVersion } from '../../records/write/require-version';

/** Who of a company needs a second factor. */
export interface SignInPolicy {
  /** Roles that need one; none by default. */
  readonly roleTypes: readonly number[];
  /** First Tokyo day on which they can't sign in without it; null: at once. */
  readonly from: Day | null;
  readonly version: number;
}

/** Manages the rule of who needs a second factor. */
export class SignInPolicyService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the rule of the actor's company. @throws FORBIDDEN */
  async get(actor: Actor): Promise<SignInPolicy> {
    requireRight(actor, 'companies', 'view');
    return this.read(this.db.readOnlyTx, actor.companyId);
  }

  /**
   * Changes the rule. Sessions of users who don't meet it end at their next renewal, within 15 minutes.
   * @throws FORBIDDEN unless an ADMIN asks, BAD_USER_INPUT, CONFLICT (a stale version)
   */
  async update(
    actor: Actor,
    change: { roleTypes: readonly number[]; from?: Day | null; version?: number | null },
    client: Client,
  ): Promise<SignInPolicy> {
    requireRight(actor, 'companies', 'edit');
    if (actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
    const known: readonly number[] = enumValues(RoleType);
    if (change.roleTypes.some((role) => !known.includes(role)))
      throw badInput({ roleTypes: { key: 'mustBeOneOf', params: { values: known.join(', ') } } });
    const { companyId } = actor;
    return this.db.write(async (tx) => {
      await takeTurn(tx, settingsTurn(companyId));
      const context = createWriteContext(tx, actor, client, this.now());
      const before = await this.read(tx, companyId);
      await requireVersion(context, 'signInPolicy', companyId, change.version, before.version);
      const roleTypes = known.filter((role) => change.roleTypes.includes(role));
      const after = {
        roleTypes,
        from: roleTypes.length > 0 ? (change.from ?? null) : null,
        version: before.version + 1,
      };
      await execute(tx)`DELETE FROM sign_in_policy WHERE company_id = ${companyId}`;
      await execute(tx)`INSERT INTO sign_in_policy (company_id, factor_roles, factor_from, version)
        VALUES (${companyId}, ${roleTypes.join()}, ${after.from}, ${after.version})`;
      const fields = (policy: SignInPolicy) => ({
        factorRoles: policy.roleTypes,
        factorFrom: policy.from,
      });
      const [company] = await select<{ div_name: string }>(tx)`SELECT div_name FROM company
        WHERE id = ${companyId}`;
      await recordChange(context, {
        entity: 'company',
        entityId: companyId,
        productId: null,
        label: company?.div_name ?? '',
        action: 'update',
        version: null,
        before: fields(before),
        after: fields(after),
      });
      return after;
    });
  }

  private async read(tx: Tx, companyId: number): Promise<SignInPolicy> {
    const [row] = await select<{ factor_roles: string; factor_from: number | null; version: number }>(tx)`
      SELECT factor_roles, factor_from, version FROM sign_in_policy WHERE company_id = ${companyId}`;
    return {
      roleTypes: parseRoles(row?.factor_roles ?? null),
      from: row?.factor_from ?? null,
      version: row?.version ?? 1,
    };
  }
}
