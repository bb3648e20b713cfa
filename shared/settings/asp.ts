import { feeFields } from './fee';
import { flag, integer, longText, phone, tagTemplate, text } from './fields';
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
  postbackPaused: flag(),
  postbackAtOnce: integer({ min: 1, max: 20 }),
  postbackPerSecond: integer({ min: 1, max: 1000 }),
  status: flag(true),
};
