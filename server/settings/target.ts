import { Column, Entity, Index } from 'typeorm';
import { RoleType } from '../../shared/catalog';
import { targetScope } from '../../shared/catalog/target';
import { monthText } from '../../shared/settings';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import { Int, Ref, Setting, Varchar, Yen } from '../db/columns';
import { allOf, type Condition } from '../db/condition';
import { select } from '../db/statements';
import type { Tx } from '../db/database';
import { numberOrNull } from '../records/row-values';
import type { SettingDefinition, SettingValues, Wrong } from '../records/setting-definition';
import { ofProducts, ownAds } from '../records/visibility';
import type { TableMatching } from './table-import/table-import.service';

/** Targets of a product, or of one of its ads or asps, for a month. */
@Entity()
@Index('ux_target_month', ['productId', 'month', 'scopeKey'], { unique: true })
export class Target extends Setting {
  @Ref() productId!: number;

  /** yyyyMM. */
  @Varchar(6) month!: string;
  @Ref({ nullable: true }) adId!: number | null;
  @Ref({ nullable: true }) aspId!: number | null;

  /** Scope of the target, because unique keys ignore nulls; see targetScope. */
  @Varchar(24) scopeKey: string = targetScope({});

  /** Final conversions. */
  @Int({ nullable: true }) cv!: number | null;
  @Yen('cost_sen', { nullable: true }) cost!: number | null;
  @Yen('cpa_sen', { nullable: true }) cpa!: number | null;

  /** Sales per yen of cost: 2.5 is 250 %. */
  @Column({ type: 'double', nullable: true }) roas!: number | null;
  @Yen('amount_sen', { nullable: true }) amount!: number | null;
}

/** Refuses a second target of the same scope and month. @throws BAD_USER_INPUT */
async function requireOnlyTarget(tx: Tx, { productId, month, scopeKey, id }: Target): Promise<void> {
  const [other] = await select<{ id: number }>(tx)`SELECT id FROM target WHERE product_id = ${productId}
    AND month = ${month} AND scope_key = ${scopeKey} AND id <> ${id ?? 0}`;
  if (other) throw badInput({ month: { key: 'targetExists' } });
}

/** Returns the conditions on the targets that an actor may see. */
const visibleTargets = (actor: Actor, products: readonly number[] | null): Condition[] => [
  ofProducts(actor, products),
  ...(actor.role === RoleType.AGENCY ? [ownAds('e.ad_id')(actor.agencyId ?? 0)] : []),
];

/** Monthly targets. Users of an agency see and write only those of its ads. */
export const targets: SettingDefinition<Target, SettingValues<'target'>> = {
  name: 'target',
  fields: {
    id: 'int',
    productId: 'int',
    month: 'text',
    adId: 'int?',
    ad: 'label?',
    aspId: 'int?',
    asp: 'label?',
    cv: 'int?',
    cost: 'float?',
    cpa: 'float?',
    roas: 'float?',
    amount: 'float?',
  },
  target: Target,
  menu: 'ads',
  owner: 'product',
  title: 'month',
  list: () => ({
    guard: (actor, _grant, products) => visibleTargets(actor, products),
    hidden: ['scopeKey'],
    labels: {
      ad: { id: 'e.ad_id', table: 'ad', column: 'ad_name' },
      asp: { id: 'e.asp_id', table: 'asp', column: 'asp_name' },
    },
    keyword: [
      'e.month',
      '(SELECT a.ad_name FROM ad a WHERE a.id = e.ad_id)',
      '(SELECT s.asp_name FROM asp s WHERE s.id = e.asp_id)',
    ],
    defaultSort: { name: 'month', asc: false },
  }),
  validate: ({ context: { actor }, values: { adId } }): Wrong =>
    actor.role === RoleType.AGENCY && adId === null ? { adId: { key: 'required' } } : {},
  complete: async (row, { context: { tx }, values: { adId, aspId, month } }) => {
    row.scopeKey = targetScope({ adId, aspId });
    await requireOnlyTarget(tx, { ...row, month: String(month) });
  },
};

/** Rows of a table of targets match a target by its month and its ad or asp. */
export const targetTable: TableMatching = {
  right: 'ads',
  keyField: 'month',
  keyOf: ({ month, adId, aspId }) =>
    `${monthText(month) ?? ''} ${targetScope({ adId: numberOrNull(adId), aspId: numberOrNull(aspId) })}`,
  labelOf: ({ names }, { month }) =>
    [monthText(month), names.adId, names.aspId].filter(Boolean).join(' ') || null,
  existing: async ({ tx, actor }, productId) => {
    const { sql, params } = allOf(visibleTargets(actor, [productId]));
    const rows = await tx.query<{ id: number; month: string; scope_key: string }>(
      `SELECT e.id, e.month, e.scope_key FROM target e WHERE ${sql}`,
      params,
    );
    return new Map(rows.map(({ id, month, scope_key: scope }) => [`${month} ${scope}`, [id]]));
  },
};
