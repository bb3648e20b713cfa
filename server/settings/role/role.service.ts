import {
  enumValues,
  exceeds,
  grantOf,
  rightKeys,
  rights,
  RoleType,
  type Right,
  type RightKey,
  type RightOverride,
} from '../../../shared/catalog';
import { entriesOf, isRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, notWritable, type FailureMessage } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange, type WriteContext } from '../../records/audit/record';
import { requireVersion } from '../../records/write/require-version';
import type { Database, Tx } from '../../db/database';
import { settingsTurn, takeTurn } from '../../db/turn';

/** Right of a role in one menu. */
export interface RoleRight {
  readonly menu: RightKey;
  readonly level: Right;
  /** The default right. */
  readonly standard: Right;
}

/** A role with its rights in a company. */
export interface Role {
  readonly roleType: RoleType;
  readonly name: string;
  /** False for ADMIN, whose rights never change. */
  readonly editable: boolean;
  readonly rights: readonly RoleRight[];
  readonly version: number;
}

/** New rights of a role; menus that are not listed keep theirs. */
export interface RoleChange {
  readonly roleType?: unknown;
  readonly rights?: unknown;
  readonly version?: unknown;
}

interface Stored {
  role_type: number;
  menu: RightKey;
  level: Right;
  version: number;
}

/** A change of one role that passed validation. */
interface ParsedChange {
  readonly roleType: RoleType;
  readonly levels: ReadonlyMap<RightKey, Right>;
  readonly version: number | null;
  /** Path prefix in the request, for field names in errors. */
  readonly at: string;
}

const LEVELS: readonly Right[] = ['none', 'view', 'edit'];
const isRightKey = (value: unknown): value is RightKey => rightKeys.some((known) => known === value);
const isLevel = (value: unknown): value is Right => LEVELS.some((known) => known === value);
const editable = (roleType: number): boolean => roleType !== RoleType.ADMIN;

/** Manages a company's matrix of roles and menus. */
export class RoleService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns all roles with their rights in every menu. @throws FORBIDDEN */
  async list(actor: Actor): Promise<Role[]> {
    requireRight(actor, 'roles', 'view');
    return this.read((sql, params) => this.db.read<Stored>(sql, params), actor);
  }

  /**
   * Changes rights of several roles at once, effective with each user's next request.
   * Users can't grant a right that they lack, nor change a role that has one. Rights sent back unchanged are accepted.
   * @throws BAD_USER_INPUT, FORBIDDEN (ADMIN's own, more than the actor has), CONFLICT (a stale version)
   */
  async update(actor: Actor, changes: readonly RoleChange[], client: Client): Promise<Role[]> {
    requireRight(actor, 'roles', 'edit');
    const parsed = changes.map((change, at) =>
      this.parseChange(change, changes.length === 1 ? '' : `roles[${at}].`),
    );
    await this.db.write(async (tx) => {
      await takeTurn(tx, settingsTurn(actor.companyId));
      for (const one of parsed) await this.save(createWriteContext(tx, actor, client, this.now()), one);
    });
    return this.list(actor);
  }

  private parseChange({ roleType, rights: given, version }: RoleChange, at: string): ParsedChange {
    const wrong: Record<string, FailureMessage> = {};
    const role = enumValues(RoleType).find((known) => known === Number(roleType));
    if (!role)
      throw badInput({
        [`${at}roleType`]: { key: 'mustBeOneOf', params: { values: Object.values(RoleType).join(', ') } },
      });
    if (!Array.isArray(given)) throw badInput({ [`${at}rights`]: { key: 'mustBeList' } });
    const levels = new Map<RightKey, Right>();
    for (const [index, right] of given.entries()) {
      const { menu, level } = isRecord(right) ? right : {};
      if (!isRightKey(menu))
        wrong[`${at}rights[${index}].menu`] = {
          key: 'mustBeOneOf',
          params: { values: rightKeys.join(', ') },
        };
      else if (!isLevel(level))
        wrong[`${at}rights[${index}].level`] = { key: 'mustBeOneOf', params: { values: LEVELS.join(', ') } };
      else levels.set(menu, level);
    }
    if (Object.keys(wrong).length > 0) throw badInput(wrong);
    return { roleType: role, levels, version: version == null ? null : Number(version), at };
  }

  /**
   * Refuses rights that the actor lacks, in a role or in its new rights. @throws FORBIDDEN naming the role or
   * its rights
   */
  private requireGrantable(
    actor: Actor,
    roleType: RoleType,
    at: string,
    levels: readonly (readonly [RightKey, Right])[],
    field: 'roleType' | 'rights',
  ): void {
    if (actor.role === RoleType.ADMIN) return;
    const more = levels.some(([menu, right]) =>
      exceeds(grantOf(menu, roleType, [{ role: roleType, menu, right }]), actor.grants[menu]),
    );
    if (more) throw notWritable(`${at}${field}`);
  }

  private async save(context: WriteContext, change: ParsedChange): Promise<void> {
    const { tx, actor } = context;
    const role = (await this.read((sql, params) => tx.query<Stored>(sql, params), actor)).find(
      ({ roleType }) => roleType === change.roleType,
    );
    if (!role) return;
    const before = new Map(role.rights.map(({ menu, level }) => [menu, level]));
    const after = new Map([...before, ...change.levels]);
    const changed = [...after].filter(([menu, level]) => before.get(menu) !== level);
    if (!role.editable && changed.length > 0) throw notWritable(`${change.at}roleType`);
    await requireVersion(context, 'role', role.roleType, change.version, role.version);
    if (changed.length === 0) return;
    const version = role.version + 1;
    this.requireGrantable(
      actor,
      change.roleType,
      change.at,
      role.rights.map(({ menu, level }) => [menu, level]),
      'roleType',
    );
    this.requireGrantable(actor, change.roleType, change.at, changed, 'rights');
    for (const [menu, level] of changed)
      await this.store(tx, [actor.companyId, role.roleType, menu], level, version);
    await recordChange(context, {
      entity: 'role',
      entityId: role.roleType,
      productId: null,
      label: role.name,
      action: 'update',
      version,
      before: Object.fromEntries(before),
      after: Object.fromEntries(after),
    });
  }

  private async store(
    tx: Tx,
    key: readonly [number, number, string],
    level: string,
    version: number,
  ): Promise<void> {
    await tx.execute('DELETE FROM role_right WHERE company_id = ? AND role_type = ? AND menu = ?', key);
    await tx.execute(
      'INSERT INTO role_right (company_id, role_type, menu, level, version) VALUES (?, ?, ?, ?, ?)',
      [...key, level, version],
    );
  }

  private async read(
    query: (sql: string, params: readonly number[]) => Promise<Stored[]>,
    { companyId }: Actor,
  ): Promise<Role[]> {
    const stored = await query(
      'SELECT role_type, menu, level, version FROM role_right WHERE company_id = ?',
      [companyId],
    );
    return entriesOf(RoleType).map(([name, roleType]) => {
      const own = stored.filter((row) => row.role_type === roleType);
      const overrides = own.map(({ menu, level }): RightOverride => ({ role: roleType, menu, right: level }));
      return {
        roleType,
        name,
        editable: editable(roleType),
        rights: rightKeys.map((menu) => ({
          menu,
          level: grantOf(menu, roleType, overrides).right,
          standard: rights[menu][roleType].right,
        })),
        version: Math.max(1, ...own.map(({ version }) => version)),
      };
    });
  }
}
