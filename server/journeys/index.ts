export {
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type MediaParams,
  type Outcome,
  type ViewEvent,
  parseIsoTime,
  idFault,
} from './events/incoming-event';
export {
  interactionOfUrl,
  parseEventLine,
  type LineContext,
  type LineProduct,
  type ParsedLine,
  LineFields,
  reject,
  RejectedLine,
} from './events/event-line';
export { loadLineProducts, jsonItem, jsonItems, TOO_DEEP, type JsonItem } from './events/json-items';
export { readEvent } from './events/stored-event';
export { ingest, isSealedReason } from './ingest/ingest';
export { exclusionsOf } from './ingest/exclusion';
export { deriveVisitors } from './derive/derive-visitors';
export { landingInteraction, VisitorQueue, type Portion } from './derive/visitor-queue';
export { sealedBefore } from './privacy/seal';
export { isErased } from './privacy/persons';
export { OPEN_FOR_MS, StaleMarks } from './stale';
