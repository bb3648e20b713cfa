export type {
  ClickEvent,
  ConversionEvent,
  Door,
  IncomingEvent,
  MediaParams,
  Outcome,
  ViewEvent,
} from './events/incoming-event';
export { interactionOfUrl, parseEventLine, type LineContext, type LineProduct, type ParsedLine } from './events/event-line';
export { parseIsoTime } from './events/iso-time';
