import { keysOf, recordOf } from '../../shared/records';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { accesses, interactions, references } from './visits.log';
import { conversionSends } from './conversion-send.log';
import { conversions, rejectedEvents } from './conversion.log';
import type { CustomerCode } from './customer-code';
import { logService, type LogDefinition } from './log-definition';
import { resultQueue, results } from './result.log';

/** All logs, by list name. */
export const logs = {
  interactions,
  accesses,
  references,
  conversions,
  results,
  resultQueue,
  conversionSends,
  refusedEvents: rejectedEvents,
} as const satisfies Record<string, LogDefinition>;

export type LogName = keyof typeof logs;

/** Creates the services of all logs. */
export const logServices = (db: Database, code: CustomerCode): Record<LogName, ListService> =>
  recordOf(keysOf(logs), (name) => logService(db, logs[name], code));
