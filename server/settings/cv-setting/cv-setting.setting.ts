import { CV_SLOTS } from '../../../shared/settings/cv-setting';
import type { SettingValues, SettingDefinition, Wrong } from '../../records/setting-definition';
import { counting } from '../../records/write/dependents';
import type { Tx } from '../../db/database';
import { CvSetting } from './cv-setting.entity';
import { snippet } from './snippet';
import { cvSettingService } from './cv-setting.service';

/** Returns the lowest free slot of a type in the product; null if all are taken. */
async function freeSlot(tx: Tx, productId: number | null, cvType: number): Promise<number | null> {
  const taken = await tx.query<{ cv_slot: number }>(
    'SELECT cv_slot FROM cv_setting WHERE product_id = ? AND cv_type = ?',
    [productId, cvType],
  );
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
    cvTag: 'text',
  },
  filters: ['id', 'title', 'cvType', 'cvSlot', 'cvCondition', 'referrerUrl', 'cvUrl', 'resultFlag'],
  service: cvSettingService,
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
