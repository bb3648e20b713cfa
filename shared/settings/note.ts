import { day, text } from './fields';

/** What people should know of a day when they look at its figures. */
export const noteFields = { day: day(true), noteText: text({ required: true, max: 500 }) };
