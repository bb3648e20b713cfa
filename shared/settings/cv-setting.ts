import { CvCondition, CvType } from '../catalog';
import { choice, flag, integer, longText, text, urlPattern } from './fields';

/** Slots of each type. */
export const CV_SLOTS = 3;

/** CV setting: what counts as a conversion. */
export const cvSettingFields = {
  title: text({ required: true }),
  cvType: choice(CvType, null, true),
  cvSlot: integer({ min: 1, max: CV_SLOTS }),
  cvCondition: choice(CvCondition, CvCondition.URL),
  referrerUrl: urlPattern(),
  cvUrl: urlPattern(),
  cvTag: longText(),
  resultFlag: flag(),
};
