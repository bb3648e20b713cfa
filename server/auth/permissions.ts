import { allows, type Grant, type Right, type RightKey } from '../../shared/catalog';
import type { Actor } from './actor';
import { Failure } from './failure';

/**
 * The right of the actor in a menu, or a refusal.
 * Every service asks it first; GraphQL, REST, exports and jobs all come through services.
 */
export function requireRight(actor: Actor, menu: RightKey, needed: Exclude<Right, 'none'>): Grant {
  const grant = actor.grants[menu];
  if (!allows(grant, needed)) throw new Failure('FORBIDDEN', 'forbidden');
  return grant;
}

/** The right in the first of several menus that is enough, or a refusal: what stands in one menu may be read from another. */
export function requireEither(
  actor: Actor,
  menus: readonly [RightKey, ...RightKey[]],
  needed: Exclude<Right, 'none'>,
): Grant {
  const [first] = menus;
  return requireRight(actor, menus.find((menu) => allows(actor.grants[menu], needed)) ?? first, needed);
}

/** Refuses a product outside the actor's list, whether it exists or not. */
export function requireProduct(actor: Actor, productId: number): void {
  if (!actor.productIds.includes(productId)) throw new Failure('FORBIDDEN', 'noPermission');
}

/** A filter value outside what the actor may see, whether it exists or not. */
export const outsideConditions = (): Failure => new Failure('FORBIDDEN', 'noPermissionForConditions');

/** The agency whose ads are all that the actor sees in a menu, or null when it sees all. */
export function ownAgency(actor: Actor, grant: Grant): number | null {
  if (grant.scope !== 'own') return null;
  // An agency user without an agency owns nothing; no ad has agency 0.
  return actor.agencyId ?? 0;
}
