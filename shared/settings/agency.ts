import { longText, text } from './fields';

/** Agency: runs ads for a company. */
export const agencyFields = { agencyName: text({ required: true }), agencyDesc: longText() };
