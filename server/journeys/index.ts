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
export { loadLineProducts } from './events/line-products';
export { parseIsoTime } from './events/iso-time';
export { readEvent } from './events/stored-event';
export { jsonItem, jsonItems, TOO_DEEP, type JsonItem } from './events/json-items';
export { idFault } from './events/ids';
export { ingest, isSealedReason } from './ingest/ingest';
export { exclusionsOf } from './ingest/exclusion';
export { deriveVisitors } from './derive/derive-visitors';
export { landingInteraction } from './derive/landing-interaction';
export { VisitorQueue, type Portion } from './derive/visitor-queue';
export { sealedBefore } from './privacy/seal';
export { isErased } from './privacy/persons';
export { OPEN_FOR_MS } from './sql/open-days';
export { StaleMarks } from './sql/stale';
export { LineFields, reject, RejectedLine } from './events/line-fields';
