import { CvCondition, CvType } from '../catalog';
import { choice, flag, integer, longText, text, urlPattern } from './fields';

/** What counts as a conversion. */
export const cvSettingFields = {
  title: text({ required: true }),
  cvType: choice(CvType, null, true),
  cvSlot: integer({ required: true, min: 1, max: 3 }),
  cvCondition: choice(CvCondition, CvCondition.URL),
  referrerUrl: urlPattern(),
  cvUrl: urlPattern(),
  cvTag: longText(),
  resultFlag: flag(),
};
