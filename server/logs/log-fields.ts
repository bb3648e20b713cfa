import type { Actor } from '../auth/actor';
import type { Grant } from '../../shared/catalog';
import { deviceCode, deviceName } from '../../shared/catalog';
import { oneOf, type Condition } from '../crud/condition';
import type { FilterField, Row, SourceField } from '../crud/list-spec';

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
/** Who sees addresses masked can't look for one. */
export const byAddress: FilterField = { sql: 'e.ip', kind: 'text', masked: true };
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

/** An address with its last part hidden; a v6 one keeps its first three groups. */
export function maskAddress(address: unknown): string | null {
  if (typeof address !== 'string' || address === '') return null;
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}:***` : address.replace(/\.[^.]*$/, '.***');
}

/** A customer id of which the first character stays. */
export function maskUserId(id: unknown): string | null {
  return typeof id === 'string' && id !== '' ? `${[...id][0]}***` : null;
}

/** Hides addresses and customer ids where the role asks for it. */
export function maskRows(rows: readonly Row[], grant: Grant): void {
  if (!grant.masked) return;
  for (const row of rows) {
    if ('ipAddress' in row) row.ipAddress = maskAddress(row.ipAddress);
    if ('userId' in row) row.userId = maskUserId(row.userId);
  }
}
