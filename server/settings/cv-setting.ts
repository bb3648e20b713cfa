import { Entity, Index } from 'typeorm';
import { CV_SLOTS } from '../../shared/settings';
import { select } from '../db/statements';
import { Flag, Int, LongText, Ref, Setting, Varchar } from '../db/columns';
import type { Tx } from '../db/database';
import { Tracked } from '../db/revision-subscriber';
import type { SettingValues, SettingDefinition, Wrong } from '../records/setting-definition';
import { counting } from '../records/write/dependents';

/** Defines which events count as a conversion. */
@Tracked()
@Entity()
@Index('ux_cv_setting_slot', ['productId', 'cvType', 'cvSlot'], { unique: true })
export class CvSetting extends Setting {
  @Ref() productId!: number;
  @Varchar(255) title!: string;

  /** CvType: 1 LAST, 0 MIDDLE. */
  @Int() cvType!: number;

  /** 1 to 3, unique per product and type. */
  @Int() cvSlot!: number;

  /** CvCondition: 1 URL, 2 URL_REFERRER, 3 BUTTON_CLICK. */
  @Int({ default: 1 }) cvCondition: number = 1;

  /** Page that must lead to the CV page (URL_REFERRER). */
  @Varchar(2048, { nullable: true }) referrerUrl!: string | null;
  @Varchar(2048, { nullable: true }) cvUrl!: string | null;
  @LongText() cvTag!: string | null;

  /** Argument of `args` with the number of the order, which counts once. */
  @Varchar(255, { nullable: true }) orderKey!: string | null;

  /** Whether MIDDLE conversions create results too. */
  @Flag({ default: 0 }) resultFlag: boolean = false;
}

/** Returns the snippet that reports a conversion of the setting from a page. */
const snippet = (id: number): string =>
  `<script>window.icq=window.icq||[];icq.push(['cv',{setting:${id}}]);</script>`;

/** Returns the lowest free slot of a type in the product; null if all are taken. */
async function freeSlot(tx: Tx, productId: number | null, cvType: number): Promise<number | null> {
  const taken = await select<{ cv_slot: number }>(tx)`SELECT cv_slot FROM cv_setting
    WHERE product_id = ${productId} AND cv_type = ${cvType}`;
  const slots = Array.from({ length: CV_SLOTS }, (_, index) => index + 1);
  return slots.find((slot) => !taken.some(({ cv_slot: other }) => other === slot)) ?? null;
}

/** CV settings: each slot occurs once per product and type, and defaults to the lowest free one. */
export const cvSettings: SettingDefinition<CvSetting, SettingValues<'cvSetting'>> = {
  name: 'cvSetting',
  fields: {
    id: 'int',
    productId: 'int',
    title: 'text',
    cvType: 'int',
    cvSlot: 'int',
    cvCondition: 'int',
    referrerUrl: 'text?',
    cvUrl: 'text?',
    resultFlag: 'bool',
    orderKey: 'text?',
    cvTag: 'text',
  },
  filters: [
    'id',
    'title',
    'cvType',
    'cvSlot',
    'cvCondition',
    'referrerUrl',
    'cvUrl',
    'resultFlag',
    'orderKey',
  ],
  list: () => ({
    hidden: ['cvTag'],
    fields: { ownCvTag: { sql: 'e.cv_tag' } },
    computed: {
      cvTag: { needs: ['id', 'ownCvTag'], make: (row) => row.ownCvTag || snippet(Number(row.id)) },
    },
    keyword: ['e.title', 'e.cv_url', 'e.referrer_url'],
  }),
  target: CvSetting,
  menu: 'cv_settings',
  owner: 'product',
  title: 'title',
  unique: ['cvType', 'cvSlot'],
  dependents: [counting('conversion', 'conversion', 'product_id = :product AND cv_setting_id = :id')],
  validate: async ({ context: { tx }, current, values, productId }): Promise<Wrong> => {
    // A generated snippet that is sent back is not a custom one.
    if (current && values.cvTag === snippet(current.row.id)) values.cvTag = null;
    values.cvSlot ??=
      current && current.values.cvType === values.cvType
        ? current.values.cvSlot
        : await freeSlot(tx, productId, values.cvType);
    return values.cvSlot === null ? { cvSlot: { key: 'noFreeSlot', params: { max: CV_SLOTS } } } : {};
  },
};
