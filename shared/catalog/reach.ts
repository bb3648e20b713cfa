import { RoleType } from './enums';
import { allows, type Grant, type RightKey } from './roles';
import { keysOf } from '../records';

/** How far a user reaches: their role's rights in every menu, their products and, where the role is bound to one, their agency. */
export interface Reach {
  readonly role: RoleType;
  readonly agencyId: number | null;
  readonly productIds: readonly number[];
  readonly grants: Readonly<Record<RightKey, Grant>>;
}

/** The field of a user that gives them more. */
export type Excess = 'roleType' | 'agencyId' | 'productIds';

/** Whether a grant shows or opens anything that another does not. */
export function exceeds(one: Grant, than: Grant): boolean {
  if (one.right === 'none') return false;
  return (
    !allows(than, one.right) || (one.scope === 'all' && than.scope === 'own') || (!one.masked && than.masked)
  );
}

function roleExceeds(one: Reach, than: Reach): boolean {
  // An ADMIN has what comes later too; whoever is no AGENCY is bound to no agency and finds no field closed.
  if (one.role === RoleType.ADMIN || (than.role === RoleType.AGENCY && one.role !== RoleType.AGENCY))
    return true;
  return keysOf(one.grants).some((menu) => exceeds(one.grants[menu], than.grants[menu]));
}

/** What one user has that another of the company lacks: nobody gives it, or touches who has it, without having it. An ADMIN lacks nothing. */
export function excess(one: Reach, than: Reach): Excess[] {
  if (than.role === RoleType.ADMIN) return [];
  const found: Excess[] = roleExceeds(one, than) ? ['roleType'] : [];
  if (
    one.role === RoleType.AGENCY &&
    than.role === RoleType.AGENCY &&
    one.agencyId !== null &&
    one.agencyId !== than.agencyId
  )
    found.push('agencyId');
  if (one.productIds.some((id) => !than.productIds.includes(id))) found.push('productIds');
  return found;
}
