import { day, text } from './fields';

/** Note on a day that explains its metric values. */
export const noteFields = { day: day(true), noteText: text({ required: true, max: 500 }) };
