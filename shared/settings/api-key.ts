import { text } from './fields';

/** API key with which a server sends events of one product. */
export const apiKeyFields = { name: text({ required: true }) };
