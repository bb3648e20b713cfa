import { RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import type { Condition } from '../../db/condition';
import { ListService } from '../../records/list.service';
import { numberOrNull } from '../../records/row-values';
import type { SettingValues, SettingDefinition, Wrong } from '../../records/setting-definition';
import { defineSettingList } from '../../records/setting-list';
import type { Database } from '../../db/database';
import { CustomMeasure } from './custom-measure.entity';

/** Maximum of custom measures per user, and of shared ones per company; each is a column of every report. */
const MAX_MEASURES = 30;

/** Matches the actor's own custom measures and those shared in the company. */
const guard = (actor: Actor): Condition[] => [
  { sql: 'e.company_id = ? AND (e.user_id = ? OR e.shared = 1)', params: [actor.companyId, actor.userId] },
];

/** Returns whether the actor may change a custom measure: its creator may, and for shared ones an ADMIN. */
const mayChange = (actor: Actor, { userId, shared }: Pick<CustomMeasure, 'userId' | 'shared'>): boolean =>
  userId === actor.userId || (shared && actor.role === RoleType.ADMIN);

function requireChangeable(actor: Actor, row: CustomMeasure): void {
  if (!mayChange(actor, row)) throw new Failure('FORBIDDEN', 'forbidden');
}

const customMeasureService = (db: Database): ListService =>
  new ListService(db, () => ({
    ...defineSettingList(db, CustomMeasure, {
      menu: 'custom_measures',
      guard,
      keyword: ['e.title'],
      labels: { user: { id: 'e.user_id', table: 'app_user', column: 'user_name' } },
      computed: { editable: { needs: ['userId', 'shared'], make: () => false } },
      complete: (rows, { actor, requested }) => {
        if (requested && !requested.has('editable')) return;
        for (const row of rows)
          row.editable = mayChange(actor, {
            userId: numberOrNull(row.userId) ?? 0,
            shared: row.shared === true,
          });
      },
    }),
    defaultSort: { name: 'title', asc: true },
  }));

/** Custom measures: each user's own, and those shared in the company. */
export const customMeasures: SettingDefinition<CustomMeasure, SettingValues<'customMeasure'>> = {
  name: 'customMeasure',
  fields: {
    id: 'int',
    title: 'text',
    numerators: 'text',
    denominator: 'text',
    unit: 'int',
    decimals: 'int',
    shared: 'bool',
    editable: 'bool',
    user: 'label?',
  },
  filters: ['id', 'title', 'unit', 'shared'],
  target: CustomMeasure,
  menu: 'custom_measures',
  owner: 'company',
  title: 'title',
  guard,
  service: customMeasureService,
  validate: async ({ context: { tx, actor }, current, values }): Promise<Wrong> => {
    if (current) requireChangeable(actor, current.row);
    const owner = current?.row.userId ?? actor.userId;
    const own = await tx.manager.countBy(CustomMeasure, { companyId: actor.companyId, userId: owner });
    if (!current && own >= MAX_MEASURES) return { title: { key: 'tooMany', params: { max: MAX_MEASURES } } };
    if (!values.shared || current?.row.shared) return {};
    const shared = await tx.manager.countBy(CustomMeasure, { companyId: actor.companyId, shared: true });
    return shared >= MAX_MEASURES ? { shared: { key: 'tooMany', params: { max: MAX_MEASURES } } } : {};
  },
  complete: (row, { context: { actor }, current }) => {
    if (!current) row.userId = actor.userId;
  },
  beforeRemove: async (row, { actor }) => requireChangeable(actor, row),
};
