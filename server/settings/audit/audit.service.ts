import { RoleType } from '../../../shared/catalog';
import { auditActions } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { oneOf, type Condition } from '../../db/condition';
import type { ListDefinition, Row } from '../../records/list-definition';
import { ListService } from '../../records/list.service';
import { ofProducts } from '../../records/visibility';
import { placeholders, type Database } from '../../db/database';

interface ChangeRow {
  audit_id: number;
  field: string;
  before_value: string | null;
  after_value: string | null;
}

const CHUNK = 1000;

/** Fills `changes` with the changed fields of each entry, values as JSON. @param masked for a masked role */
async function fillChanges(db: Database, rows: readonly Row[], masked: boolean): Promise<void> {
  const byId = new Map<number, Row[]>();
  for (const row of rows) {
    const changes: Row[] = [];
    row.changes = changes;
    byId.set(Number(row.id), changes);
  }
  const ids = [...byId.keys()];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const changes = await db.read<ChangeRow>(
      `SELECT audit_id, field, before_value, after_value FROM audit_change WHERE audit_id IN (${placeholders(chunk)}) ORDER BY audit_id, field`,
      chunk,
    );
    // The reason of an approval or amendment can quote any value.
    const visible = masked ? changes.filter(({ field }) => field !== 'reason') : changes;
    for (const { audit_id: id, field, before_value: before, after_value: after } of visible)
      byId.get(id)?.push({ field, before, after });
  }
}

const column = (name: string) => ({ sql: `e.${name}` });

/** Matches entries without a product or of the actor's products. */
const ofOwnProducts = ({ role, productIds }: Actor): Condition[] => {
  if (role === RoleType.ADMIN) return [];
  const own = oneOf('e.product_id', productIds);
  return [{ sql: `e.product_id IS NULL OR ${own.sql}`, params: own.params }];
};

const auditList = (db: Database): ListDefinition => ({
  menu: 'audit',
  table: 'audit_log',
  key: 'id',
  fields: {
    id: column('id'),
    at: { sql: 'e.at', read: (value) => new Date(Number(value)) },
    userId: column('user_id'),
    userName: column('user_name'),
    ip: column('ip'),
    action: column('action'),
    entity: column('entity'),
    entityId: column('entity_id'),
    productId: column('product_id'),
    label: column('label'),
    version: column('version'),
  },
  computed: {
    changes: { needs: ['id', 'entity'], make: () => [] },
    // The reader's language makes it.
    summary: { needs: ['id', 'entity', 'action'], make: () => '' },
  },
  filters: {
    userId: { sql: 'e.user_id', kind: 'number' },
    action: { sql: 'e.action', kind: 'text', values: auditActions },
    at: { sql: 'e.at', kind: 'instant' },
    entity: { sql: 'e.entity', kind: 'text' },
    entityId: { sql: 'e.entity_id', kind: 'number' },
  },
  masks: { ip: () => null },
  keyword: ['e.user_name', 'e.label', 'e.ip'],
  time: 'e.at',
  defaultSort: { name: 'at', asc: false },
  guard: (actor, _grant, products) => [
    oneOf('e.company_id', [actor.companyId]),
    ...(products === null ? ofOwnProducts(actor) : [ofProducts(actor, products)]),
  ],
  complete: async (rows, { requested, grant }) => {
    if (!requested || requested.has('changes') || requested.has('summary'))
      await fillChanges(db, rows, grant.masked);
  },
});

/** Creates the list of the company's audit trail. */
export const auditService = (db: Database): ListService => new ListService(db, () => auditList(db));
