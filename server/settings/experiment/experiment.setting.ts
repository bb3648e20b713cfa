import { RoleType } from '../../../shared/catalog';
import { lastDayOf } from '../../analysis';
import { Failure } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import { insertRows } from '../../db/database';
import { MAX_KEYS, select } from '../../db/statements';
import type { Part, SettingDefinition, SettingValues, Wrong } from '../../records/setting-definition';
import { ofProducts, ownAds } from '../../records/visibility';
import { Experiment } from './experiment.entity';

/** Maximum number of experiments per product. */
const MAX_EXPERIMENTS = 200;

/** Ads that go off, or ads of the control. */
const adsPart = (isOff: 0 | 1): Part<readonly number[] | null> => ({
  async read(tx, ids) {
    const byExperiment = new Map<number, number[]>(ids.map((id) => [id, []]));
    const rows = await select<{ experiment_id: number; ad_id: number }>(
      tx,
      MAX_KEYS,
    )`SELECT experiment_id, ad_id FROM experiment_ad WHERE is_off = ${isOff} AND experiment_id IN ${ids}
      ORDER BY ad_id`;
    for (const row of rows) byExperiment.get(row.experiment_id)?.push(row.ad_id);
    return byExperiment;
  },
  async write(tx, id, value) {
    await this.remove(tx, id);
    const rows = [...new Set(value ?? [])].map((adId) => [id, adId, isOff]);
    await insertRows(tx, 'experiment_ad', ['experiment_id', 'ad_id', 'is_off'], rows);
  },
  async remove(tx, id) {
    await tx.execute('DELETE FROM experiment_ad WHERE experiment_id = ? AND is_off = ?', [id, isOff]);
  },
});

const parts = { adIds: adsPart(1), controlAdIds: adsPart(0) };

/** On/off tests. Users of an agency see those whose ads are all theirs, and plan none. */
export const experiments: SettingDefinition<Experiment, SettingValues<'experiment'>> = {
  name: 'experiment',
  fields: {
    id: 'int',
    productId: 'int',
    title: 'text',
    adIds: 'int[]',
    firstDay: 'day',
    lastDay: 'day',
    offWeeks: 'int',
    preWeeks: 'int',
    measure: 'int',
    control: 'int',
    controlAdIds: 'int[]',
    frozenAt: 'instant?',
    evaluation: 'int?',
    minimalEffect: 'float?',
    minimalEffectShare: 'float?',
    dataVersion: 'int?',
  },
  filters: ['id', 'title', 'offWeeks', 'preWeeks', 'measure', 'control'],
  target: Experiment,
  menu: 'experiments',
  owner: 'product',
  title: 'title',
  parts,
  right: (actor) => {
    if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    return requireRight(actor, 'experiments', 'edit');
  },
  list: (db) => ({
    guard: (actor, _grant, products) => {
      const all = ofProducts(actor, products);
      if (actor.role !== RoleType.AGENCY) return [all];
      const own = ownAds('x.ad_id')(actor.agencyId ?? 0);
      const isOff = 'SELECT 1 FROM experiment_ad x WHERE x.experiment_id = e.id AND x.is_off = 1';
      return [
        all,
        { sql: `EXISTS (${isOff})`, params: [] },
        { sql: `NOT EXISTS (${isOff} AND NOT ${own.sql})`, params: own.params },
      ];
    },
    keyword: ['e.title'],
    defaultSort: { name: 'firstDay', asc: false },
    computed: {
      lastDay: {
        needs: ['firstDay', 'offWeeks'],
        make: ({ firstDay, offWeeks }) =>
          lastDayOf({ firstDay: Number(firstDay), offWeeks: Number(offWeeks) }),
      },
      ...Object.fromEntries(Object.keys(parts).map((name) => [name, { needs: ['id'], make: () => [] }])),
    },
    complete: async (rows, { actor, requested }) => {
      const ids = rows.map(({ id }) => Number(id));
      for (const [name, part] of Object.entries(parts)) {
        if (requested && !requested.has(name)) continue;
        const lists = await part.read(db.readOnlyTx, ids);
        for (const row of rows) row[name] = lists.get(Number(row.id)) ?? [];
      }
      // The share would tell an agency the conversions of the product, and the control its other ads.
      if (actor.role === RoleType.AGENCY)
        for (const row of rows) Object.assign(row, { minimalEffectShare: null, controlAdIds: [] });
    },
  }),
  validate: async ({ context: { tx }, current, productId }): Promise<Wrong> => {
    if (current?.row.frozenAt) throw new Failure('CONFLICT', 'experimentFrozen');
    if (current || productId === null) return {};
    const count = await tx.manager.countBy(Experiment, { productId });
    return count >= MAX_EXPERIMENTS ? { title: { key: 'tooMany', params: { count: MAX_EXPERIMENTS } } } : {};
  },
};
