import { allows, type Grant, type Right, type RightKey } from '../../shared/catalog';
import type { Actor } from './actor';
import { Failure } from './failure';

/**
 * Returns the actor's right in a menu, or throws. Every service checks it first; GraphQL, REST, exports and
 * jobs all use services.
 */
export function requireRight(actor: Actor, menu: RightKey, needed: Exclude<Right, 'none'>): Grant {
  const grant = actor.grants[menu];
  if (!allows(grant, needed)) throw new Failure('FORBIDDEN', 'forbidden');
  return grant;
}

const UNRESTRICTED: Grant = { right: 'edit', scope: 'all', masked: false };

/** Returns the actor's right in a menu, or throws; without a menu every user has access. */
export const requireMenu = (actor: Actor, menu: RightKey | null, needed: Exclude<Right, 'none'>): Grant =>
  menu === null ? UNRESTRICTED : requireRight(actor, menu, needed);

/**
 * Returns the right in the first menu that suffices, or throws. Some data can be read through several menus.
 */
export function requireEither(
  actor: Actor,
  menus: readonly [RightKey, ...RightKey[]],
  needed: Exclude<Right, 'none'>,
): Grant {
  const [first] = menus;
  return requireRight(actor, menus.find((menu) => allows(actor.grants[menu], needed)) ?? first, needed);
}

/** Rejects a product outside the actor's list, whether it exists or not. */
export function requireProduct(actor: Actor, productId: number): void {
  if (!actor.productIds.includes(productId)) throw new Failure('FORBIDDEN', 'noPermission');
}

/** Creates the error for a filter value that the actor may not see, whether it exists or not. */
export const outsideConditions = (): Failure => new Failure('FORBIDDEN', 'noPermissionForConditions');

/** Returns the agency whose ads the actor is limited to in a menu, or null if unlimited. */
export function ownAgency(actor: Actor, grant: Grant): number | null {
  if (grant.scope !== 'own') return null;
  // An agency user without an agency owns nothing: no ad has agency 0.
  return actor.agencyId ?? 0;
}
