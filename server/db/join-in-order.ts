import type { Dialect } from './database';

/**
 * Returns the join keyword that reads the left table first, and the right one by a key per row. Both
 * databases estimate the rows of a key from a few pages, and sometimes read a whole table for a few paths.
 */
export const joinInOrder = (dialect: Dialect): string =>
  dialect === 'mysql' ? 'STRAIGHT_JOIN' : 'CROSS JOIN';
