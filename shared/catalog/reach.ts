import { RoleType } from './enums';
import { allows, type Grant, type RightKey } from './roles';
import { keysOf } from '../records';

/** Extent of a user's access: menu rights, products and, for an agency role, the agency. */
export interface Reach {
  readonly role: RoleType;
  readonly agencyId: number | null;
  readonly productIds: readonly number[];
  readonly grants: Readonly<Record<RightKey, Grant>>;
}

/** Field of a user that grants more access. */
export type Excess = 'roleType' | 'agencyId' | 'productIds';

/** Returns whether a grant allows anything that another does not. */
export function exceeds(one: Grant, than: Grant): boolean {
  if (one.right === 'none') return false;
  return (
    !allows(than, one.right) || (one.scope === 'all' && than.scope === 'own') || (!one.masked && than.masked)
  );
}

function roleExceeds(one: Reach, than: Reach): boolean {
  // ADMIN includes future menus. Other roles than AGENCY are not limited to an agency and have no closed
  // fields.
  if (one.role === RoleType.ADMIN || (than.role === RoleType.AGENCY && one.role !== RoleType.AGENCY))
    return true;
  return keysOf(one.grants).some((menu) => exceeds(one.grants[menu], than.grants[menu]));
}

/**
 * Returns the rights of a user that another user lacks. Nobody grants a right that they lack or changes a
 * user who has more (domain.md section 7). An ADMIN lacks nothing.
 */
export function findExcess(one: Reach, than: Reach): Excess[] {
  if (than.role === RoleType.ADMIN) return [];
  const excessFields: Excess[] = roleExceeds(one, than) ? ['roleType'] : [];
  if (
    one.role === RoleType.AGENCY &&
    than.role === RoleType.AGENCY &&
    one.agencyId !== null &&
    one.agencyId !== than.agencyId
  )
    excessFields.push('agencyId');
  if (one.productIds.some((id) => !than.productIds.includes(id))) excessFields.push('productIds');
  return excessFields;
}
