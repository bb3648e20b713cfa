import type { DatabaseTarget } from '../config/database-url';
import { Database, type DatabaseOptions } from '../db/database';
import { ENTITIES } from './entities';

/** Creates the database with the tables of all rooms. */
export const productDatabase = (target: DatabaseTarget, options?: DatabaseOptions): Database =>
  new Database(target, ENTITIES, options);
