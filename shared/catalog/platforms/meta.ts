import { isRecord } from '../../records';
import {
  failed,
  isSuccess,
  jsonHeaders,
  present,
  seconds,
  type ApiPlatform,
  type SentConversion,
} from './platform';

/** Error codes that Meta calls temporary. */
const TEMPORARY = new Set([1, 2, 4, 17, 341, 613]);

/** Code of test events, if the sender has none of its own. */
export const TEST_CODE = 'TEST';

function event(conversion: SentConversion): Record<string, unknown> {
  const { hashes, clickIds, clickTime, transactionId, value } = conversion;
  const { fbclid } = clickIds;
  return present({
    event_name: 'Purchase',
    event_time: seconds(conversion.time),
    event_id: transactionId,
    action_source: 'website',
    event_source_url: conversion.url,
    user_data: present({
      em: hashes.hashed_email && [hashes.hashed_email],
      ph: hashes.hashed_phone_digits && [hashes.hashed_phone_digits],
      client_ip_address: conversion.ip,
      client_user_agent: conversion.userAgent,
      fbc: fbclid && `fb.1.${clickTime ?? conversion.time}.${fbclid}`,
      fbp: conversion.fbp,
    }),
    custom_data: { currency: 'JPY', value, order_id: transactionId },
  });
}

/** Meta Conversions API. One event of more than seven days refuses the whole request. */
export const metaConversionsApi: ApiPlatform = {
  kind: 'api',
  name: 'Meta (Conversions API)',
  recipient: 'Meta Platforms, Inc.',
  credentials: [
    { name: 'pixel_id', required: true },
    { name: 'token', required: true, secret: true },
    { name: 'test_event_code' },
  ],
  clickIds: ['fbclid'],
  hashes: ['hashed_email', 'hashed_phone_digits'],
  maxBatch: 1000,
  maxAgeDays: 7,
  hasTestMode: true,
  request: (conversions, { pixel_id: pixel = '', token, test_event_code: code = TEST_CODE }, { test }) => ({
    method: 'POST',
    url: `https://graph.facebook.com/v25.0/${encodeURIComponent(pixel)}/events`,
    headers: jsonHeaders(),
    body: present({
      data: conversions.map(event),
      access_token: token,
      test_event_code: test ? code : null,
    }),
  }),
  answer(status, body) {
    if (isSuccess(status)) return { outcome: 'accepted', reason: null };
    const judged = failed(status, body, 'error', 'message');
    const error = isRecord(body) && isRecord(body.error) ? body.error : {};
    const isTemporary = error.is_transient === true || TEMPORARY.has(Number(error.code));
    return isTemporary ? { outcome: 'retry', reason: judged.reason } : judged;
  },
};
