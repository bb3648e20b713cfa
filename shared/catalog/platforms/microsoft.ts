import {
  failed,
  isSuccess,
  jsonHeaders,
  present,
  seconds,
  type ApiPlatform,
  type SentConversion,
} from './platform';

function event(conversion: SentConversion): Record<string, unknown> {
  const { hashes, clickIds, transactionId, value } = conversion;
  return present({
    eventType: 'custom',
    eventName: 'purchase',
    eventId: transactionId,
    eventTime: seconds(conversion.time),
    eventSourceUrl: conversion.url,
    adStorageConsent: conversion.consent ? 'G' : null,
    userData: present({
      em: hashes.hashed_email,
      ph: hashes.hashed_phone,
      msclkid: clickIds.msclkid,
      clientIpAddress: conversion.ip,
      clientUserAgent: conversion.userAgent,
    }),
    customData: { value, currency: 'JPY', transactionId },
  });
}

/** Microsoft Advertising, UET Conversions API. */
export const microsoftUetCapi: ApiPlatform = {
  kind: 'api',
  name: 'Microsoft Advertising (UET CAPI)',
  recipient: 'Microsoft Corporation',
  credentials: [
    { name: 'tag_id', required: true },
    { name: 'token', required: true, secret: true },
  ],
  clickIds: ['msclkid'],
  hashes: ['hashed_email', 'hashed_phone'],
  maxBatch: 1000,
  maxAgeDays: 7,
  hasTestMode: false,
  request: (conversions, { tag_id: tag = '', token = '' }) => ({
    method: 'POST',
    url: `https://capi.uet.microsoft.com/v1/${encodeURIComponent(tag)}/events`,
    headers: jsonHeaders({ Authorization: `Bearer ${token}` }),
    body: { data: conversions.map(event), continueOnValidationError: true, dataProvider: 'inflow' },
  }),
  answer: (status, body) =>
    isSuccess(status) ? { outcome: 'accepted', reason: null } : failed(status, body, 'error', 'message'),
};
