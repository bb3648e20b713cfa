import { integer, text } from './fields';

export const adCategoryFields = { title: text({ required: true }) };

/** `sequence` is the number of the ad type: 1, 2 or 3. */
export const adTypeFields = {
  sequence: integer({ required: true, min: 1, max: 3 }),
  title: text({ required: true }),
};
