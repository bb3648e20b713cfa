import { longText, text } from './fields';

/** Runs ads for a company. */
export const agencyFields = { agencyName: text({ required: true }), agencyDesc: longText() };
