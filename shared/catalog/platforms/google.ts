import { formatDateTime } from '../../domain/calendar';
import { isRecord } from '../../records';
import { csvLine } from './file-lines';
import {
  failed,
  isSuccess,
  jsonHeaders,
  present,
  type ApiPlatform,
  type Credentials,
  type FilePlatform,
  type PlatformAnswer,
  type SentConversion,
} from './platform';

const CLICK_IDS = ['gclid', 'gbraid', 'wbraid'] as const;

/** Returns the best click id: a row or event has one. */
function adIdentifier(clickIds: SentConversion['clickIds']): Record<string, string> | null {
  const name = CLICK_IDS.find((known) => clickIds[known] !== undefined);
  const value = name && clickIds[name];
  return name && value ? { [name]: value } : null;
}

/** ISO 8601 in Tokyo time. */
const timestamp = (time: number): string =>
  `${formatDateTime(time).replaceAll('/', '-').replace(' ', 'T')}+09:00`;

/** Account numbers are shown with dashes and passed without. */
const accountOf = (id: string | undefined): Record<string, string> => ({
  accountType: 'GOOGLE_ADS',
  accountId: (id ?? '').replaceAll('-', ''),
});

const CONSENT = { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' } as const;

function event(conversion: SentConversion, ownConsent: boolean): Record<string, unknown> {
  const { hashed_email: email, hashed_phone: phone } = conversion.hashes;
  const identifiers = [
    ...(email ? [{ emailAddress: email }] : []),
    ...(phone ? [{ phoneNumber: phone }] : []),
  ];
  return present({
    transactionId: conversion.transactionId,
    eventTimestamp: timestamp(conversion.time),
    adIdentifiers: adIdentifier(conversion.clickIds),
    currency: 'JPY',
    conversionValue: conversion.value,
    eventSource: 'WEB',
    consent: ownConsent ? CONSENT : null,
    userData: identifiers.length > 0 ? { userIdentifiers: identifiers } : null,
  });
}

/** Google Ads, Data Manager API. Its 200 confirms the reception; the outcome follows later. */
export const googleDataManager: ApiPlatform = {
  kind: 'api',
  name: 'Google Ads (Data Manager API)',
  recipient: 'Google LLC',
  credentials: [
    { name: 'account_id', required: true },
    { name: 'login_account_id' },
    { name: 'conversion_action_id', required: true },
    { name: 'access_token', secret: true },
    { name: 'refresh_token', secret: true },
    { name: 'client_id' },
    { name: 'client_secret', secret: true },
    { name: 'token_url' },
  ],
  clickIds: CLICK_IDS,
  hashes: ['hashed_email', 'hashed_phone'],
  maxBatch: 2000,
  maxAgeDays: 90,
  hasTestMode: true,
  request(conversions, credentials, { test }) {
    const allConsent = conversions.every(({ consent }) => consent);
    return {
      method: 'POST',
      url: 'https://datamanager.googleapis.com/v1/events:ingest',
      headers: jsonHeaders({ Authorization: `Bearer ${credentials.access_token ?? ''}` }),
      body: present({
        destinations: [
          {
            operatingAccount: accountOf(credentials.account_id),
            loginAccount: accountOf(credentials.login_account_id ?? credentials.account_id),
            productDestinationId: credentials.conversion_action_id,
          },
        ],
        encoding: 'HEX',
        consent: allConsent ? CONSENT : null,
        validateOnly: test,
        events: conversions.map((each) => event(each, each.consent && !allConsent)),
      }),
    };
  },
  answer(status, body) {
    if (!isSuccess(status)) return failed(status, body, 'error', 'message');
    const id = isRecord(body) && typeof body.requestId === 'string' ? body.requestId : '';
    return { outcome: 'sent', reason: null, ...(id && { requestId: id }) };
  },
  status: {
    request: (requestId, credentials) => ({
      method: 'GET',
      url: `https://datamanager.googleapis.com/v1/requestStatus:retrieve?${new URLSearchParams({ requestId })}`,
      headers: jsonHeaders({ Authorization: `Bearer ${credentials.access_token ?? ''}` }),
      body: {},
    }),
    answer: (status, body) =>
      isSuccess(status) ? outcomeOf(body) : failed(status, body, 'error', 'message'),
  },
};

/** Reads the outcome of the one destination of a batch. A part of it that failed is not named by conversion. */
function outcomeOf(body: unknown): PlatformAnswer {
  const list = isRecord(body) ? body.requestStatusPerDestination : undefined;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  const state = isRecord(first) && typeof first.requestStatus === 'string' ? first.requestStatus : '';
  const errors = isRecord(first) && isRecord(first.errorInfo) ? first.errorInfo.errorCounts : undefined;
  const reasons = (Array.isArray(errors) ? errors : []).flatMap((error: unknown) =>
    isRecord(error) && typeof error.reason === 'string' ? [error.reason] : [],
  );
  const reason = [state, ...reasons].join(': ').slice(0, 200);
  if (state === 'SUCCESS') return { outcome: 'accepted', reason: null };
  if (state === 'PARTIAL_SUCCESS') return { outcome: 'sent', reason };
  return state === 'FAILED' ? { outcome: 'refused', reason } : { outcome: 'retry', reason: state || null };
}

/** Returns the URL-encoded form that renews an access token; null without a refresh token. */
export function tokenRequest(
  credentials: Credentials,
): { readonly url: string; readonly form: string } | null {
  const {
    refresh_token: token,
    client_id: id = '',
    client_secret: secret = '',
    token_url: url,
  } = credentials;
  if (!token) return null;
  return {
    url: url ?? 'https://oauth2.googleapis.com/token',
    form: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: id,
      client_secret: secret,
    }).toString(),
  };
}

const TIME_ZONE = 'Parameters:TimeZone=Asia/Tokyo';
/** Time without its zone, which the first line names. */
const fileTime = (time: number): string => formatDateTime(time).replaceAll('/', '-');

/** Google Ads, files of offline conversions and of their retractions. */
export const googleFile: FilePlatform = {
  kind: 'file',
  name: 'Google Ads (CSV)',
  recipient: 'Google LLC',
  credentials: [{ name: 'conversion_name' }],
  clickIds: CLICK_IDS,
  hashes: [],
  maxBatch: 100_000,
  maxAgeDays: 90,
  encoding: 'utf8',
  retracts: true,
  file: (conversions, { conversion_name: name = '' }) =>
    [
      csvLine([TIME_ZONE]),
      csvLine([
        'Google Click ID',
        'GBRAID',
        'WBRAID',
        'Conversion Name',
        'Conversion Time',
        'Conversion Value',
        'Conversion Currency',
        'Order ID',
      ]),
      ...conversions.map(({ clickIds, time, value, transactionId }) => {
        const one = adIdentifier(clickIds);
        return csvLine([
          ...CLICK_IDS.map((id) => one?.[id] ?? ''),
          name,
          fileTime(time),
          String(value),
          'JPY',
          transactionId,
        ]);
      }),
    ].join(''),
  retractions: (conversions, { conversion_name: name = '' }) =>
    [
      csvLine([TIME_ZONE]),
      csvLine(['Order ID', 'Conversion Name', 'Adjustment Time', 'Adjustment Type']),
      ...conversions.map(({ transactionId, time }) =>
        csvLine([transactionId, name, fileTime(time), 'RETRACT']),
      ),
    ].join(''),
};
