import type { Dialect } from './database';

/**
 * A join that reads the table on its left first, and that on its right by a key for each of its rows. Both databases
 * guess the number of rows behind a key from a few pages, and have been seen to read a whole table for a few paths.
 */
export const joinInOrder = (dialect: Dialect): string =>
  dialect === 'mysql' ? 'STRAIGHT_JOIN' : 'CROSS JOIN';
