import { createHash } from 'node:crypto';
import { parseDateTime } from '../../../shared/domain/calendar';
import { clickIdNames } from '../../../shared/domain/click-ids';
import {
  POSTBACK_NAMES,
  postbackFieldNames,
  splitNames,
  statusOf,
  type PostbackField,
} from '../../../shared/catalog/postback-source';
import { rejectionReason } from '../../../shared/i18n/rejections';
import { isRecord, type UnknownRecord } from '../../../shared/records';
import {
  jsonItem,
  LineFields,
  reject,
  parsedLine,
  type ConversionEvent,
  type ParsedLine,
} from '../../journeys';
import type { PostbackSourceData } from './postback-sources';

/**
 * Parses the parameters of a postback: those of the query, and of a JSON or form body, which win.
 * Undefined if the body is neither.
 */
export function postbackParameters(query: string, body: string): UnknownRecord | undefined {
  const given = Object.fromEntries([...new URLSearchParams(query)].reverse());
  if (body.trim() === '') return given;
  if (!/^\s*[[{"]/.test(body))
    return { ...given, ...Object.fromEntries([...new URLSearchParams(body)].reverse()) };
  const value = jsonItem(body)?.value;
  return isRecord(value) ? { ...given, ...value } : undefined;
}

/** A parameter that a source reads: its name, and its value without blanks around. */
interface Parameter {
  readonly name: string;
  readonly value: unknown;
}

/** Returns the first alternative of a field that has a value. */
function parameterOf(names: string, values: UnknownRecord): Parameter | undefined {
  for (const name of splitNames(names)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const trimmed =
      typeof value === 'string' ? value.trim() : typeof value === 'boolean' ? String(value) : value;
    if (trimmed !== undefined && trimmed !== null && trimmed !== '') return { name, value: trimmed };
  }
  return undefined;
}

/** Circumstances of a request. */
interface PostbackContext {
  /** Epoch milliseconds; the time of a postback without one. */
  readonly now: number;
  /** Address and user agent of the sender. */
  readonly sender: string;
}

type Parameters = Partial<Record<PostbackField, Parameter>>;

/** Converts Unix seconds or milliseconds, and date-times without `T`, to ISO 8601; other texts stay. */
function isoTime(value: unknown): unknown {
  const text = String(value);
  const epoch = /^\d{10}$/.test(text)
    ? Number(text) * 1000
    : /^\d{13}$/.test(text)
      ? Number(text)
      : undefined;
  const time = epoch ?? (typeof value === 'string' ? parseDateTime(text) : null);
  return time === null ? value : new Date(time).toISOString();
}

/**
 * Returns an event id of a postback that names neither an event nor an order. A repeated pixel gets the same
 * one; a later status does too. The sender tells apart pixels that don't name a person: many have one amount.
 */
function digestOf(parameters: Parameters, sender: string): string {
  const { userId, interactionId, clickId } = parameters;
  const values = postbackFieldNames
    .filter((field) => field !== 'status')
    .map((field): unknown => parameters[field]?.value ?? null);
  if (!userId && !interactionId && !clickId) values.push(sender);
  return `postback-${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)}`;
}

function clickIdOf(parameter: Parameter | undefined, fields: LineFields) {
  const value = fields.text(POSTBACK_NAMES.clickId);
  if (!parameter || value === null) return null;
  return { name: clickIdNames.find((name) => name === parameter.name) ?? null, value };
}

function conversion(
  source: PostbackSourceData,
  values: UnknownRecord,
  { now, sender }: PostbackContext,
): ConversionEvent {
  const parameters: Parameters = {};
  const line: Record<string, unknown> = {};
  for (const field of postbackFieldNames) {
    const parameter = parameterOf(source.names[field], values);
    if (!parameter) continue;
    parameters[field] = parameter;
    line[POSTBACK_NAMES[field]] = field === 'time' ? isoTime(parameter.value) : parameter.value;
  }
  const fields = new LineFields(line, false);
  if (!postbackFieldNames.some((field) => field !== 'status' && field !== 'time' && parameters[field]))
    reject('noParameter');
  const word = fields.text('status');
  const status = word === null ? null : (statusOf(word, source.words) ?? reject('unknownStatus', { word }));
  return {
    type: 'conversion',
    productId: source.productId,
    id: fields.id('event_id') ?? fields.id('order') ?? digestOf(parameters, sender),
    time: fields.has('time') ? fields.time('time', now) : now,
    door: 'postback',
    // The sender is a server or a page, not the visitor's browser as such.
    ip: null,
    ua: null,
    visitorId: null,
    interactionRef: fields.id('interaction_id'),
    cvSettingId: source.cvSettingId,
    ...fields.amount('amount'),
    userId: fields.id('user_id'),
    args: null,
    otherKey1: null,
    otherKey2: null,
    otherKey3: null,
    url: null,
    referrer: null,
    postback: {
      source: source.name,
      order: fields.text('order'),
      clickId: clickIdOf(parameters.clickId, fields),
      status,
    },
  };
}

/**
 * Reads one postback: the conversion, or the reason of its rejection.
 *
 * @param values parameters by name; undefined if the body could not be read
 */
export const readPostback = (
  source: PostbackSourceData,
  values: UnknownRecord | undefined,
  context: PostbackContext,
): ParsedLine =>
  values
    ? parsedLine(() => conversion(source, values, context))
    : { reason: rejectionReason('notObject', { part: 'body' }) };
