import { feeFields } from './fee';
import { flag, longText, phone, tagTemplate, text } from './fields';
import { resultSettingFields } from './result-settings';

/** Ad network or medium. */
export const aspFields = {
  aspName: text({ required: true }),
  companyName: text(),
  phoneNumber: phone(),
  address: text(),
  description: longText(),
  measurementTag: tagTemplate(),
  ...resultSettingFields,
  ...feeFields,
  status: flag(true),
};
