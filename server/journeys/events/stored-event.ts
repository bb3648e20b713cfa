import { z } from 'zod';
import { reportedStatuses } from '../../../shared/catalog/postback-source';
import { MAX_MONEY_YEN } from './event-line';
import {
  navigations,
  type AmendmentEvent,
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type ViewEvent,
} from './incoming-event';
import { storedClickIds as clickIds, storedMatchKeys } from './match-keys';

const text = z.string().nullable();
/** Id of a setting, as wide as its column; 0 means none in columns that can't be null. */
const key = z.int32().positive();
const keyOrNone = z.int32().nonnegative();
const money = z.number().min(0).max(MAX_MONEY_YEN);

const base = {
  productId: key,
  id: z.string(),
  time: z.int(),
  door: z.enum(['redirect', 'landing', 'collect', 's2s', 'postback', 'import']),
  ip: z.string().max(45).nullable(),
  ua: text,
};
const productSettings = {
  trackingTerm: z.int32(),
  excludedIp: z.boolean(),
  listedRobot: z.boolean().nullable().optional(),
};
const pageSettings = { ...productSettings, foreignHost: z.boolean().optional() };
const media = { xclid: text, ses: text, key1: text, key2: text, key3: text };

const click = z.object({
  ...base,
  ...media,
  type: z.literal('click'),
  visitorId: z.string(),
  adId: key,
  redirectId: keyOrNone,
  lpoEntryId: keyOrNone,
  params: text,
  landingUrl: text,
  cost: money.nullable(),
  clickIds,
  atDoor: z.object({ ...productSettings, performance: z.boolean() }).optional(),
}) satisfies z.ZodType<ClickEvent>;

const view = z.object({
  ...base,
  ...media,
  type: z.literal('view'),
  visitorId: z.string(),
  url: text,
  referrer: text,
  title: text,
  interactionRef: text,
  landingAdId: key.nullable(),
  clickIds,
  nav: z.enum(navigations).optional(),
  ownReferrer: z.boolean().optional(),
  atDoor: z
    .object({ ...pageSettings, ad: z.object({ performance: z.boolean(), clickCost: money }).nullable() })
    .optional(),
}) satisfies z.ZodType<ViewEvent>;

const conversion = z.object({
  ...base,
  type: z.literal('conversion'),
  visitorId: text,
  interactionRef: text,
  cvSettingId: key,
  amount: money,
  // Lines of earlier versions lack this field.
  amountText: text.optional(),
  userId: text,
  args: text,
  otherKey1: text,
  otherKey2: text,
  otherKey3: text,
  url: text,
  referrer: text,
  match: storedMatchKeys.optional(),
  atDoor: z.object({ ...pageSettings, cvType: z.int32(), cvSlot: z.int32() }).optional(),
  postback: z
    .object({
      source: z.string(),
      order: text,
      clickId: z.object({ name: text, value: z.string() }).nullable(),
      status: z.enum(reportedStatuses).nullable(),
    })
    .optional(),
}) satisfies z.ZodType<ConversionEvent>;

const amendment = z.object({
  ...base,
  type: z.literal('amendment'),
  visitorId: z.null(),
  conversionId: text,
  order: text,
  cvSettingId: key.nullable(),
  amount: money.nullable(),
  cancelled: z.boolean().nullable(),
  reason: text,
  authorId: key.nullable(),
}) satisfies z.ZodType<AmendmentEvent>;

const event = z.discriminatedUnion('type', [click, view, conversion, amendment]);

/** Parses an event from disk; undefined if it is invalid. `ingest` checks its texts. */
export const readEvent = (value: unknown): IncomingEvent | undefined => event.safeParse(value).data;
