import { createHash } from 'node:crypto';
import goldens from './testing/conversion_payloads.json';
import {
  answer,
  decideSend,
  judgeBody,
  maskCredentials,
  platformKeys,
  platformOf,
  platforms,
  readCredentials,
  redact,
  request,
  tokenRequest,
  transactionId,
  type PlatformKey,
  type SentConversion,
} from '.';

const EMAIL = 'ee88fe0f2c99e5f6d29bc9f6647db4253d1be8bd8c39d38dcfcf0cb82886f06e';
const PHONE = '3d06a39d40790f11761295e053029378ae28c4b4f6f301693005e079f3d4ca64';
const DIGITS = '0ad07193350775c6d4377f8b039d32877e66c69a454ed886b05279771c0fca0b';

const conversion: SentConversion = {
  transactionId: 'order-1001',
  time: Date.parse('2026-11-27T11:00:00+09:00'),
  value: 5400,
  consent: true,
  url: 'https://shop.example.co.jp/thanks',
  ip: '203.0.113.10',
  userAgent: 'Mozilla/5.0 ...',
  clickIds: {
    gclid: 'TeSter-123',
    fbclid: 'IwAR0abc',
    _ly_c: '1795600000.abcdef',
    yclid: 'YSS.1000.EAIaIQ',
    ttclid: 'E.C.P.abc',
    msclkid: 'cdd4afcc-cb1c-49ca-ad95-44dd7e5006d5',
  },
  clickTime: 1795600000000,
  hashes: { hashed_email: EMAIL, hashed_phone: PHONE, hashed_phone_digits: DIGITS },
  fbp: 'fb.1.1795600000000.1098115397',
  lySu: null,
  lyR: null,
};

const credentials: Readonly<Partial<Record<PlatformKey, Record<string, string>>>> = {
  google_data_manager: {
    account_id: '123-456-7890',
    conversion_action_id: '987654321',
    access_token: '{OAuth access token, scope https://www.googleapis.com/auth/datamanager}',
  },
  meta_conversions_api: { pixel_id: '{pixel_id}', token: '{token}' },
  lineyahoo_display: {
    tag_id: '{tag}',
    token: '{token}',
    event_snippet_id: '{from the conversion setting, if it filters by one}',
  },
  yahoo_search: {
    client_id: '{client id}',
    conversion_id: '1000000001',
    conversion_label: 'AbCdEfGhIj',
  },
  tiktok_events_api: { pixel_code: '{pixel code}', token: '{token}' },
  microsoft_uet_capi: { tag_id: '{tagId}', token: '{token of the UET tag}' },
};

const isApi = (key: string): key is PlatformKey => platformOf(key)?.kind === 'api';

describe('requests', () => {
  it.each(platformKeys.filter(isApi))('of %s equal the golden one', (key) => {
    const { method, url, headers, body } = goldens.find(({ platform }) => platform === key) ?? {};
    const built = request(key, [conversion], credentials[key] ?? {});
    expect({ ...built, url: decodeURIComponent(built.url) }).toEqual({ method, url, headers, body });
  });

  it('replace scheme and host only', () => {
    const { url } = request(
      'meta_conversions_api',
      [conversion],
      { pixel_id: '1' },
      {
        baseUrl: 'http://127.0.0.1:9000/ignored?x',
      },
    );
    expect(url).toBe('http://127.0.0.1:9000/v25.0/1/events');
  });

  it('mark a test where the platform can', () => {
    const bodies = platformKeys
      .filter(isApi)
      .map((key) => [key, JSON.stringify(request(key, [conversion], {}, { test: true }).body)] as const);
    const marked = bodies.filter(([, body]) =>
      /"(validateOnly|test_flag)":true|"test_event_code":"TEST"/.test(body),
    );
    expect(marked.map(([key]) => key)).toEqual(
      platformKeys.filter((key) => {
        const platform = platforms[key];
        return platform.kind === 'api' && platform.hasTestMode;
      }),
    );
  });

  it('leave out what a conversion lacks', () => {
    const bare: SentConversion = {
      ...conversion,
      consent: false,
      clickIds: { gbraid: 'g' },
      hashes: {},
      url: null,
      ip: null,
      userAgent: null,
      fbp: null,
    };
    for (const key of platformKeys.filter((one) => isApi(one) && one !== 'yahoo_search'))
      expect(JSON.stringify(request(key, [bare], {}).body)).not.toMatch(/null|undefined|GRANTED|"G"/);
    expect(request('google_data_manager', [bare, conversion], {}).body).toMatchObject({
      events: [{ adIdentifiers: { gbraid: 'g' } }, { consent: { adUserData: 'CONSENT_GRANTED' } }],
    });
  });
});

describe('answers', () => {
  it.each<[PlatformKey, number | null, unknown, string]>([
    ['google_data_manager', 200, { requestId: 'a' }, 'sent'],
    ['google_data_manager', 503, '', 'retry'],
    ['google_data_manager', 400, { error: { message: 'bad' } }, 'refused'],
    ['meta_conversions_api', 200, { events_received: 1 }, 'accepted'],
    ['meta_conversions_api', 400, { error: { is_transient: true } }, 'retry'],
    ['meta_conversions_api', 400, { error: { code: 613 } }, 'retry'],
    ['meta_conversions_api', 400, { error: { code: 100, message: 'old' } }, 'refused'],
    ['meta_conversions_api', 302, '', 'refused'],
    ['lineyahoo_display', 202, '', 'sent'],
    ['lineyahoo_display', 429, '', 'retry'],
    ['lineyahoo_display', null, '', 'retry'],
    ['yahoo_search', 204, '', 'accepted'],
    ['yahoo_search', 404, '', 'refused'],
    ['tiktok_events_api', 200, { code: 0 }, 'accepted'],
    ['tiktok_events_api', 200, { code: 40100 }, 'retry'],
    ['tiktok_events_api', 200, { code: 40002, message: 'no' }, 'refused'],
    ['tiktok_events_api', 200, 'no json', 'retry'],
    ['tiktok_events_api', 500, '', 'retry'],
    ['microsoft_uet_capi', 200, { eventsReceived: 1 }, 'accepted'],
    ['microsoft_uet_capi', 401, '', 'refused'],
  ])('of %s with %s %j are %s', (key, status, body, outcome) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(answer(key, status, text).outcome).toBe(outcome);
  });

  it.each([
    ['SUCCESS', undefined, 'accepted', null],
    ['PROCESSING', undefined, 'retry', 'PROCESSING'],
    [
      'PARTIAL_SUCCESS',
      [{ recordCount: '1', reason: 'INVALID_GCLID' }],
      'sent',
      'PARTIAL_SUCCESS: INVALID_GCLID',
    ],
    ['FAILED', [{ recordCount: '2', reason: 'NO_CONSENT' }], 'refused', 'FAILED: NO_CONSENT'],
    [undefined, undefined, 'retry', null],
  ])('of a request status %s with %j are %s', (requestStatus, errorCounts, outcome, reason) => {
    const status = platformOf('google_data_manager');
    const rule = status?.kind === 'api' ? status.status?.answer : undefined;
    const text = JSON.stringify({
      requestStatusPerDestination: [{ requestStatus, errorInfo: { errorCounts } }],
    });
    expect(rule && judgeBody(200, text, rule)).toEqual({ outcome, reason });
  });

  it('tell refused credentials from refused conversions', () => {
    expect(answer('microsoft_uet_capi', 401, '')).toMatchObject({ unauthorized: true });
    expect(answer('microsoft_uet_capi', 400, '')).not.toHaveProperty('unauthorized');
  });
});

describe('files', () => {
  it('of Google name the time zone, have one click id a row and order ids', () => {
    const platform = platforms.google_file;
    if (platform.kind !== 'file') throw new Error('no file');
    const both = { ...conversion, clickIds: { gclid: 'a,b', gbraid: 'c' } };
    expect(platform.file([both], { conversion_name: '購入' }).split('\r\n')).toEqual([
      'Parameters:TimeZone=Asia/Tokyo',
      'Google Click ID,GBRAID,WBRAID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID',
      '"a,b",,,購入,2026-11-27 11:00:00,5400,JPY,order-1001',
      '',
    ]);
    expect(platform.retractions?.([both], { conversion_name: '購入' })).toContain(
      'order-1001,購入,2026-11-27 11:00:00,RETRACT',
    );
  });

  it('of Yahoo! quote every cell', () => {
    const platform = platforms.yahoo_search_file;
    if (platform.kind !== 'file') throw new Error('no file');
    expect(platform.file([conversion], { conversion_name: '購入' }).split('\r\n')[1]).toBe(
      '"YSS.1000.EAIaIQ","購入","2026/11/27 11:00:00 Asia/Tokyo","5400","JPY"',
    );
  });
});

// rule: limits-26
describe('decisions', () => {
  const now = conversion.time + 1000;
  const none = { clickIds: {}, hashes: {} };
  const days = (count: number) => conversion.time + count * 86_400_000;
  it.each<[PlatformKey, Partial<SentConversion>, number, boolean, string]>([
    ['meta_conversions_api', {}, now, true, 'waiting'],
    ['meta_conversions_api', { consent: false, ...none }, days(8), true, 'no_consent'],
    ['meta_conversions_api', { consent: false, ...none }, days(8), false, 'no_key'],
    ['meta_conversions_api', { consent: false }, days(7), false, 'too_old'],
    ['meta_conversions_api', {}, days(7) - 1, true, 'waiting'],
    ['meta_conversions_api', { clickIds: { gclid: 'x' } }, now, true, 'waiting'],
    [
      'meta_conversions_api',
      { clickIds: { gclid: 'x' }, hashes: { hashed_phone: PHONE } },
      now,
      true,
      'no_key',
    ],
    ['yahoo_search', { url: null }, now, true, 'no_key'],
    ['yahoo_search', { clickIds: {} }, now, true, 'no_key'],
  ])('of %s for %j', (key, more, at, consentRequired, state) => {
    const decided = decideSend(platforms[key], { ...conversion, ...more }, { consentRequired, now: at });
    expect(decided.state).toBe(state);
  });
});

describe('transaction ids', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
  it.each([
    ['order-1', '', 'order-1'],
    ['order-1', '7-', '7-order-1'],
    ['注文1', '', sha256('1|2|e')],
    [null, '7-', sha256('1|2|e')],
    ['x'.repeat(64), '', 'x'.repeat(64)],
    ['x'.repeat(64), '7-', sha256('1|2|e')],
  ])('of order %j with prefix %j', (order, prefix, id) => {
    expect(transactionId({ order, prefix, key: '1|2|e' }, sha256)).toBe(id);
  });
});

describe('credentials', () => {
  it('show no secret', () => {
    for (const key of platformKeys) {
      const platform = platforms[key];
      const all = Object.fromEntries(platform.credentials.map(({ name }) => [name, `[${name}]`]));
      const shown = JSON.stringify(maskCredentials(platform, all));
      for (const name of ['token', 'access_token', 'refresh_token', 'client_secret'])
        expect(shown).not.toContain(`[${name}]`);
      expect(redact(platform, all, JSON.stringify(all))).not.toMatch(
        /\[(token|(access|refresh)_token|client_secret)\]/,
      );
    }
    expect(redact(platforms.yahoo_search, {}, `error at ${EMAIL}`)).toBe('error at ***');
  });

  it('are texts by name', () => {
    expect(readCredentials({ a: ' x ', b: '', c: null })).toEqual({ a: 'x' });
    expect(readCredentials({ a: 1 })).toBeNull();
    expect(readCredentials('x')).toBeNull();
  });

  it('renew a token of Google with a refresh token only', () => {
    expect(tokenRequest({ access_token: 'a' })).toBeNull();
    expect(tokenRequest({ refresh_token: 'r', client_id: 'c', client_secret: 's' })).toEqual({
      url: 'https://oauth2.googleapis.com/token',
      form: 'grant_type=refresh_token&refresh_token=r&client_id=c&client_secret=s',
    });
  });
});
