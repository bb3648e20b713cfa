import { text } from './fields';

/** Name of a read token. */
export const readTokenFields = { name: text({ required: true }) };
