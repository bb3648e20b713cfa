import { keysOf, recordOf } from '../../shared/records';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { accesses } from './access.log';
import { conversions } from './conversion.log';
import type { CustomerCode } from './customer-code';
import { interactions } from './interaction.log';
import { logService, type LogDefinition } from './log-definition';
import { references } from './reference.log';
import { rejectedEvents } from './rejected-event.log';
import { resultQueue } from './result-queue.log';
import { results } from './result.log';

/** All logs, by list name. */
export const logs = {
  interactions,
  accesses,
  references,
  conversions,
  results,
  resultQueue,
  refusedEvents: rejectedEvents,
} as const satisfies Record<string, LogDefinition>;

export type LogName = keyof typeof logs;

/** Creates the services of all logs. */
export const logServices = (db: Database, code: CustomerCode): Record<LogName, ListService> =>
  recordOf(keysOf(logs), (name) => logService(db, logs[name], code));
