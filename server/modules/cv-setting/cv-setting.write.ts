import { counting } from '../../crud/write/dependents';
import type { WriteSpec } from '../../crud/write/write-spec';
import { CvSetting } from './cv-setting.entity';
import { snippet } from './snippet';

/** Writing of CV settings: each slot once per product and type. */
export const cvSettingWrite: WriteSpec<CvSetting> = {
  entity: 'cvSetting',
  target: CvSetting,
  menu: 'cv_settings',
  owner: 'product',
  title: 'title',
  unique: ['cvType', 'cvSlot'],
  dependents: [counting('conversion', 'conversion', 'product_id = :product AND cv_setting_id = :id')],
  judge: ({ current, values }) => {
    // The generated snippet sent back is no snippet of one's own.
    if (current && values.cvTag === snippet(current.row.id)) values.cvTag = null;
    return {};
  },
};
