import { bool, int, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

export const CvSettingResolver = readResolver({
  type: 'CvSetting',
  one: 'cvSetting',
  many: 'cvSettings',
  fields: {
    id: int,
    productId: int,
    title: text,
    cvType: int,
    cvSlot: int,
    cvCondition: int,
    referrerUrl: opt(text),
    cvUrl: opt(text),
    resultFlag: bool,
    cvTag: text,
    ...settingFields,
  },
  filters: ['id', 'title', 'cvType', 'cvSlot', 'cvCondition', 'referrerUrl', 'cvUrl', 'resultFlag'],
  ofProduct: true,
  service: ({ cvSettings }) => cvSettings,
});

export const CvSettingWriteResolver = writeResolver({
  entity: 'cvSetting',
  type: 'CvSetting',
  more: { productId: opt(int) },
  writer: ({ writes }) => writes.cvSettings,
});
