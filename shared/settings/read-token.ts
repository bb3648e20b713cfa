import { text } from './fields';

/** What a token for reading is for. */
export const readTokenFields = { name: text({ required: true }) };
