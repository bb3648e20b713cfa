export {
  type AmendmentEvent,
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type MediaParams,
  type Outcome,
  type ViewEvent,
  type PostbackReport,
  navigations,
  parseIsoTime,
  idFault,
} from './events/incoming-event';
export {
  interactionOfUrl,
  viewClickIds,
  parsedLine,
  parseEventLine,
  type LineContext,
  type LineProduct,
  type ParsedLine,
  LineFields,
} from './events/event-line';
export { readMatchKeys, withoutPersonal } from './events/match-keys';
export { reject, RejectedLine } from './events/rejected-line';
export { loadLineProducts, jsonItem, jsonItems, TOO_DEEP, type JsonItem } from './events/json-items';
export { readEvent } from './events/stored-event';
export { CLICK_KEY_OF, clickKey } from './ingest/click-keys';
export { orderOf } from './ingest/amendments';
export { interactionsNamed, keyOf } from './ingest/known-keys';
export { EVENTS_AT_ONCE, ingest, isSealedReason, waits } from './ingest/ingest';
export type { ResultOptions } from './ingest/current-settings';
export { mergeSeen, productsToMergeSeen, readSeen } from './seen/merge-seen';
export { SEEN } from './seen/seen-counts';
export { isCommonBrowser } from './ingest/user-agents';
export { exclusionsOf, listedVerdictOf, systemOf } from './ingest/exclusion';
export {
  hasOwnReferrer,
  measuredHosts,
  readMeasuredHosts,
  type MeasuredHosts,
} from './ingest/measured-hosts';
export type { ListedVerdict } from './ingest/user-agents';
export { awaitingClicks } from './derive/click-id-joins';
export { deriveVisitors } from './derive/derive-visitors';
export { landingInteraction, VisitorQueue, type Portion } from './derive/visitor-queue';
export { sealedBefore } from './privacy/seal';
export { isErased } from './privacy/persons';
export { OPEN_FOR_MS, StaleMarks } from './stale';
