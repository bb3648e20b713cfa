export type {
  ClickEvent,
  ConversionEvent,
  IncomingEvent,
  MediaParams,
  Outcome,
  ViewEvent,
} from './events/incoming-event';
export {
  interactionOfUrl,
  parseEventLine,
  type LineContext,
  type LineProduct,
  type ParsedLine,
} from './events/event-line';
export { parseIsoTime } from './events/iso-time';
export { readEvent } from './events/stored-event';
export { jsonItem, jsonItems, TOO_DEEP, type JsonItem } from './events/json-items';
export { idFault } from './events/ids';
export { ingest, isSealedReason } from './ingest/ingest';
export { exclusionsOf } from './ingest/exclusion';
export { deriveVisitors } from './derive/derive-visitors';
export { landingInteraction } from './derive/landing-interaction';
export { VisitorQueue, type Portion } from './derive/visitor-queue';
export { chunksOf, MAX_KEYS, selectIn } from '../db/chunks';
export { OPEN_FOR_MS } from './sql/open-days';
export { groupBy } from '../platform/group-by';
export { StaleMarks } from './sql/stale';
export { LineFields, RejectedLine } from './events/line-fields';
