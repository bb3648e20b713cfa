import type { Actor } from '../auth/actor';
import type { Grant } from '../../shared/catalog';
import { deviceCode, deviceName } from '../../shared/catalog';
import { oneOf, type Condition } from '../crud/condition';
import type { FilterField, Mask, SourceField } from '../crud/list-spec';
import type { CustomerCode } from './customer-code';

/** Building blocks that the logs have in common. */

export const column = (name: string): SourceField => ({ sql: `e.${name}` });

/** 0 stands for none in the logs. */
export const reference = (name: string): SourceField => ({ sql: `NULLIF(e.${name}, 0)` });

export const instant = (name: string): SourceField => ({
  sql: `e.${name}`,
  read: (value) => (value === null ? null : new Date(Number(value))),
});

/** Yen from 1/100 yen. */
export const yen = (name: string): SourceField => ({ sql: `e.${name}`, read: (value) => Number(value) / 100 });

export const flag = (name: string): SourceField => ({ sql: `e.${name}`, read: (value) => Boolean(Number(value)) });

export const device: SourceField = { sql: 'e.device', read: (value) => deviceName(Number(value)) };

export const deviceFilter: FilterField = {
  sql: 'e.device',
  kind: 'text',
  // A name that is none matches nothing.
  write: (value) => deviceCode(String(value)) ?? -1,
};

export const byText = (sql: string): FilterField => ({ sql, kind: 'text' });
export const byAddress: FilterField = byText('e.ip');
export const byYen = (sql: string): FilterField => ({ sql, kind: 'number', write: (value) => Math.round(Number(value) * 100) });
export const byAd = (sql: string): FilterField => ({ sql, kind: 'number', refers: 'ad' });

/** The products that the actor may open, or the one asked for. */
export const ofProducts = (actor: Actor, productId: number | null): Condition =>
  oneOf('e.product_id', productId === null ? actor.productIds : [productId]);

/** A column that names an ad of the agency; every ad for those who see all. */
export function ofOwnAds(actor: Actor, grant: Grant, sql: string): Condition[] {
  if (grant.scope !== 'own') return [];
  return [{ sql: `${sql} IN (SELECT a.id FROM ad a WHERE a.agency_id = ?)`, params: [actor.agencyId ?? 0] }];
}

/** Nothing of it is shown, not even in part. */
export const hidden: Mask = () => null;

/** A customer shows as a code. */
export const asCode =
  (code: CustomerCode): Mask =>
  (userId, { productId }) =>
    code(Number(productId), String(userId));
