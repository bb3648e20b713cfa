import { Initial1700000000001 } from './0001-initial';

/** Every change of the schema, oldest first. Released ones are never edited. */
export const MIGRATIONS = [Initial1700000000001];
