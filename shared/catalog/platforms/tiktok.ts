import { isRecord } from '../../records';
import { TEST_CODE } from './meta';
import {
  failed,
  isSuccess,
  jsonHeaders,
  present,
  seconds,
  type ApiPlatform,
  type PlatformAnswer,
  type SentConversion,
} from './platform';

/** Codes of the body: success, and failures that a repetition may overcome. */
const OK = 0;
const TEMPORARY = new Set([40100, 50000]);

function event(conversion: SentConversion): Record<string, unknown> {
  const { hashes, clickIds, transactionId, value } = conversion;
  return present({
    event: 'Purchase',
    event_time: seconds(conversion.time),
    event_id: transactionId,
    user: present({
      email: hashes.hashed_email,
      phone: hashes.hashed_phone,
      ttclid: clickIds.ttclid,
      ip: conversion.ip,
      user_agent: conversion.userAgent,
    }),
    properties: { currency: 'JPY', value, order_id: transactionId },
    page: conversion.url === null ? null : { url: conversion.url },
  });
}

/** TikTok Events API. Its errors come as 200 too; the body's code decides. */
export const tiktokEventsApi: ApiPlatform = {
  kind: 'api',
  name: 'TikTok (Events API)',
  recipient: 'TikTok Pte. Ltd.',
  credentials: [
    { name: 'pixel_code', required: true },
    { name: 'token', required: true, secret: true },
    { name: 'test_event_code' },
  ],
  clickIds: ['ttclid'],
  hashes: ['hashed_email', 'hashed_phone'],
  maxBatch: 50,
  maxAgeDays: 90,
  hasTestMode: true,
  request: (conversions, { pixel_code: pixel, token = '', test_event_code: code = TEST_CODE }, { test }) => ({
    method: 'POST',
    url: 'https://business-api.tiktok.com/open_api/v1.3/event/track/',
    headers: jsonHeaders({ 'Access-Token': token }),
    body: present({
      event_source: 'web',
      event_source_id: pixel,
      test_event_code: test ? code : null,
      data: conversions.map(event),
    }),
  }),
  answer(status, body): PlatformAnswer {
    const { code, message } = isRecord(body) ? body : {};
    if (!isSuccess(status)) return failed(status, body, 'message');
    if (code === OK) return { outcome: 'accepted', reason: null };
    const reason = `code ${String(code)}: ${String(message ?? '')}`.slice(0, 200);
    // An answer without a code confirms nothing.
    const isTemporary = code === undefined || TEMPORARY.has(Number(code));
    return { outcome: isTemporary ? 'retry' : 'refused', reason };
  },
};
