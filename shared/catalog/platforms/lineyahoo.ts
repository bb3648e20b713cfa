import { formatDateTime } from '../../domain/calendar';
import { csvLine } from './file-lines';
import {
  failed,
  isSuccess,
  jsonHeaders,
  present,
  seconds,
  type ApiPlatform,
  type FilePlatform,
  type SentConversion,
} from './platform';

const RECIPIENT = 'LINEヤフー株式会社';

function displayEvent(
  conversion: SentConversion,
  snippet: string | undefined,
  test: boolean,
): Record<string, unknown> {
  const { hashes, clickIds, transactionId, value } = conversion;
  return {
    event: present({
      event_type: 'purchase',
      event_snippet_id: snippet,
      event_time: seconds(conversion.time),
      action_source: 'web',
      test_flag: test,
      transaction_id: transactionId,
    }),
    user: present({
      hashed_email: hashes.hashed_email,
      hashed_phone_number: hashes.hashed_phone,
      ly_c: clickIds._ly_c,
      ly_su: conversion.lySu,
      ly_r: conversion.lyR,
    }),
    web: present({ url: conversion.url, ip: conversion.ip, user_agent: conversion.userAgent }),
    custom: { value, currency: 'JPY' },
  };
}

/** LINE Yahoo! display ads, with LINE ads. Its 202 confirms the reception only. */
export const lineYahooDisplay: ApiPlatform = {
  kind: 'api',
  name: 'LINEヤフー広告 ディスプレイ広告',
  recipient: RECIPIENT,
  credentials: [
    { name: 'tag_id', required: true },
    { name: 'token', required: true, secret: true },
    { name: 'event_snippet_id' },
  ],
  clickIds: ['_ly_c'],
  hashes: ['hashed_email', 'hashed_phone'],
  maxBatch: 1000,
  maxAgeDays: 90,
  hasTestMode: true,
  request: (conversions, { tag_id: tag, token = '', event_snippet_id: snippet }, { test }) => ({
    method: 'POST',
    url: 'https://conversion-api.yahooapis.jp/v1/',
    headers: jsonHeaders({ 'X-TagAccessToken': token }),
    body: { tag_id: tag, data: conversions.map((each) => displayEvent(each, snippet, test)) },
  }),
  answer: (status, body) =>
    isSuccess(status) ? { outcome: 'sent', reason: null } : failed(status, body, 'message'),
};

/** Yahoo! search ads: one conversion a request, with its page, address and browser. */
export const yahooSearch: ApiPlatform = {
  kind: 'api',
  name: 'LINEヤフー広告 検索広告',
  recipient: RECIPIENT,
  credentials: [
    { name: 'client_id', required: true },
    { name: 'conversion_id', required: true },
    { name: 'conversion_label', required: true },
  ],
  clickIds: ['yclid'],
  hashes: [],
  needs: ['url', 'ip', 'userAgent'],
  maxBatch: 1,
  maxAgeDays: 90,
  hasTestMode: false,
  request: ([conversion], { client_id: app, conversion_id: id, conversion_label: label }) => ({
    method: 'POST',
    url: 'https://search-ads-cv.yahooapis.jp/v1/',
    headers: jsonHeaders({ 'User-Agent': `Yahoo AppID: ${app ?? ''}` }),
    body: {
      yahoo_conversion_id: id,
      yahoo_conversion_label: label,
      event_time: conversion?.time,
      yahoo_conversion_value: conversion?.value,
      yclid: conversion?.clickIds.yclid,
      url: conversion?.url,
      ip: conversion?.ip,
      user_agent: conversion?.userAgent,
    },
  }),
  answer: (status, body) =>
    isSuccess(status) ? { outcome: 'accepted', reason: null } : failed(status, body, 'message'),
};

/** Yahoo! search ads, file of offline conversions. */
export const yahooSearchFile: FilePlatform = {
  kind: 'file',
  name: 'LINEヤフー広告 検索広告 (CSV)',
  recipient: RECIPIENT,
  credentials: [{ name: 'conversion_name' }],
  clickIds: ['yclid'],
  hashes: [],
  maxBatch: 100_000,
  maxAgeDays: 90,
  encoding: 'cp932',
  retracts: false,
  file: (conversions, { conversion_name: name = '' }) =>
    [
      csvLine(
        ['YCLID', 'コンバージョン名', 'コンバージョン発生日時', '1コンバージョンあたりの価値', '通貨コード'],
        true,
      ),
      ...conversions.map(({ clickIds, time, value }) =>
        csvLine(
          [clickIds.yclid ?? '', name, `${formatDateTime(time)} Asia/Tokyo`, String(value), 'JPY'],
          true,
        ),
      ),
    ].join(''),
};
