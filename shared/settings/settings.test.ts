import { settingRules, passwordFields, rulesOf, validate, type SettingName, type Fields } from './index';
import { required } from './testing/samples';

const errorsOf = (entity: SettingName, given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(
      validate(
        settingRules[entity].fields,
        { ...required[entity], ...given },
        { cross: rulesOf(entity).cross },
      ).errors,
    ).map(([name, { key }]) => [name, key]),
  );
const valueOf = (entity: SettingName, name: string, value: unknown) =>
  validate(settingRules[entity].fields, { ...required[entity], [name]: value }).values[name];

describe.each(Object.keys(required) as SettingName[])('%s', (entity) => {
  it('is valid with only the required fields', () => expect(errorsOf(entity, {})).toEqual({}));
});

describe.each<[SettingName, string[]]>([
  ['ad', ['adName']],
  ['asp', ['aspName']],
  ['redirect', ['adId', 'redirectUrl']],
  ['cvSetting', ['title', 'cvType']],
  ['crossdomain', ['senderName', 'senderDomain']],
  ['adCategory', ['title']],
  ['adType', ['sequence', 'title']],
  ['alert', ['title', 'measure']],
  ['customMeasure', ['title', 'numerators', 'denominator']],
  ['note', ['day', 'noteText']],
  ['company', ['divName']],
  ['product', ['productName']],
  ['agency', ['agencyName']],
  ['user', ['userName', 'email', 'roleType']],
  ['allocationScenario', ['title']],
  ['savedView', ['title', 'path']],
])('%s', (entity, names) => {
  it.each(names)('requires %s', (name) => {
    const { kind } = (settingRules[entity].fields as Fields)[name]!;
    expect(errorsOf(entity, { [name]: null })).toMatchObject({
      [name]: ['ref', 'choice', 'measures'].includes(kind) ? 'requiredChoice' : 'required',
    });
    // A blank path is an unknown screen.
    if (typeof required[entity][name] === 'string' && name !== 'path')
      expect(errorsOf(entity, { [name]: '  ' })).toMatchObject({ [name]: 'required' });
  });
});

describe('invalid values', () => {
  it.each<[SettingName, string, unknown, string]>([
    ['ad', 'adName', 'あ'.repeat(256), 'maxLength'],
    ['ad', 'adName', '𠮷'.repeat(256), 'maxLength'],
    ['ad', 'adName', { $gt: '' }, 'mustBeText'],
    ['ad', 'adName', ' \0 ', 'required'],
    ['ad', 'cvCost', '123456789', 'invalidCvCost'],
    ['asp', 'approvalAmount', 1_000_000_000_000.01, 'invalidMoney'],
    ['ad', 'cvCost', 1.234, 'invalidCvCost'],
    ['ad', 'cvCost', 'abc', 'invalidCvCost'],
    ['ad', 'cvCost', -1, 'minValue'],
    ['ad', 'redirectUrl', 'javascript:alert(1)', 'invalidUrl'],
    ['ad', 'redirectUrl', 'https://user:pw@evil.example/', 'invalidUrl'],
    ['ad', 'periodFrom', '2026/02/30', 'mustBeDate'],
    ['ad', 'aspId', 'x', 'positiveInteger'],
    ['ad', 'aspId', 2147483648, 'maxValue'],
    ['ad', 'cvTag', '<img src="https://asp.example/?x={foo}">', 'unknownPlaceholder'],
    ['ad', 'webhookUrl', 'https://asp.example/?x={foo}', 'unknownPlaceholder'],
    ['ad', 'webhookUrl', 'ftp://asp.example/', 'invalidUrl'],
    ['ad', 'webhookUrl', 'https://{user_id}/', 'placeholderInHost'],
    ['asp', 'webhookUrl', 'https://{key1}.asp.example/x', 'placeholderInHost'],
    ['asp', 'webhookUrl', 'https://asp.{key1}', 'placeholderInHost'],
    ['asp', 'webhookUrl', 'HTTPS:///{key1}/x', 'placeholderInHost'],
    ['asp', 'webhookUrl', 'https://asp.example:{key1}/', 'invalidUrl'],
    ['asp', 'webhookUrl', 'https://{key1}@asp.example/', 'invalidUrl'],
    ['ad', 'resultFlag', 3, 'mustBeOneOf'],
    ['ad', 'status', 'yes', 'mustBeBoolean'],
    ['ad', 'excludeDuplicateIps', 0, 'minValue'],
    ['asp', 'phoneNumber', '電話', 'invalidPhone'],
    ['cvSetting', 'cvType', 2, 'mustBeOneOf'],
    ['cvSetting', 'cvSlot', 4, 'maxValue'],
    ['cvSetting', 'cvUrl', 'ftp://shop.example.jp/thanks', 'invalidUrl'],
    ['cvSetting', 'referrerUrl', 'shop.example.jp/a b', 'invalidUrl'],
    ['crossdomain', 'senderDomain', 'https://lp.example.jp', 'invalidDomain'],
    ['crossdomain', 'senderDomain', '192.0.2', 'invalidDomain'],
    ['product', 'productDomain', '010.0.0.1', 'invalidDomain'],
    ['company', 'picEmail', 'nobody@nowhere', 'invalidEmail'],
    ['company', 'loginAllowedIps', '10.0.0.1, 010.0.0.1', 'invalidIp'],
    ['product', 'excludedIps', '10.0.0.0/33', 'invalidIp'],
    ['product', 'moreHosts', 'a.example,b', 'invalidDomain'],
    ['product', 'trackerHost', 'https://t.example', 'invalidDomain'],
    ['product', 'trackerHost', '192.0.2.1', 'invalidDomain'],
    ['product', 'robotUserAgents', 'x', 'minLength'],
    ['product', 'excludedIps', 'fe80::1%eth0', 'invalidIp'],
    ['product', 'trackingTerm', 0, 'positiveInteger'],
    ['product', 'trackingTerm', 1.5, 'positiveInteger'],
    ['product', 'logRetentionMonths', 7, 'minValue'],
    ['product', 'attributionModel', 7, 'mustBeOneOf'],
    ['user', 'email', 'a b@example.jp', 'invalidEmail'],
    ['user', 'productIds', 'all', 'mustBeList'],
  ])('%s.%s = %j: %s', (entity, name, value, key) => {
    expect(errorsOf(entity, { [name]: value })[name]).toBe(key);
  });
});

describe('typed values', () => {
  it.each<[SettingName, string, unknown, unknown]>([
    ['ad', 'clickCost', '１，２３４．５', 1234.5],
    ['ad', 'clickCost', '¥1,200', 1200],
    ['ad', 'clickCost', '￥１，２００', 1200],
    ['crossdomain', 'senderDomain', 'ｌｐ．ｅｘａｍｐｌｅ。jp', 'lp.example.jp'],
    ['ad', 'clickCost', '', 0],
    ['ad', 'clickCost', 1234.56, 1234.56],
    ['ad', 'periodFrom', '2026-01-31', 20260131],
    ['ad', 'periodFrom', '２０２６/０１/３１', 20260131],
    ['ad', 'adName', '  広告  ', '広告'],
    ['ad', 'adName', 'a\0b', 'ab'],
    ['ad', 'adName', '𠮷'.repeat(255), '𠮷'.repeat(255)],
    ['asp', 'phoneNumber', '０３ー１２３４−５６７８', '03-1234-5678'],
    ['product', 'excludedIps', '203.0.113.7, 2001:db8::/32', '203.0.113.7, 2001:db8::/32'],
    [
      'product',
      'excludedIps',
      '２０３．０．１１３．７、２００１：ｄｂ８：：／３２',
      '203.0.113.7,2001:db8::/32',
    ],
    ['company', 'loginAllowedIps', '10.0.0.1，10.0.0.2', '10.0.0.1,10.0.0.2'],
    ['product', 'excludedIps', '203.0.113.7、\r\n\r\n198.51.100.0/24\n', '203.0.113.7,198.51.100.0/24'],
    ['product', 'excludedIps', '203.0.113.7 198.51.100.1', '203.0.113.7,198.51.100.1'],
    ['product', 'excludedIps', '、\n', null],
    ['product', 'moreHosts', 'ＬＰ．example。jp、a.example\nA.example', 'lp.example.jp,a.example'],
    ['product', 'peopleUserAgents', 'Our Monitor，Line/14\nLine/14', 'Our Monitor,Line/14'],
    ['product', 'trackerHost', 'Ｔ．Shop.example', 't.shop.example'],
    ['user', 'email', 'ｔａｎａｋａ＠ｅｘａｍｐｌｅ．ｊｐ', 'tanaka@example.jp'],
    ['product', 'weekStart', 0, 0],
    ['cvSetting', 'cvType', 0, 0],
    ['cvSetting', 'cvType', '0', 0],
    ['cvSetting', 'cvUrl', 'shop.example.jp/thanks*', 'shop.example.jp/thanks*'],
    ['product', 'productDomain', '例え.jp', '例え.jp'],
    ['product', 'productDomain', 'localhost', 'localhost'],
    ['product', 'productDomain', '192.0.2.1', '192.0.2.1'],
    ['cvSetting', 'cvUrl', 'HTTPS://shop.example.jp/*', 'HTTPS://shop.example.jp/*'],
  ])('%s.%s: %j becomes %j', (entity, name, typed, value) => {
    expect(errorsOf(entity, { [name]: typed })).toEqual({});
    expect(valueOf(entity, name, typed)).toEqual(value);
  });
});

describe('rules over several fields', () => {
  const entry = (rate: number) => ({ title: 'A', url: 'https://lp.example.jp/a', rate });
  it.each<[string, SettingName, Record<string, unknown>, Record<string, string>]>([
    ['variants must add up to 100', 'redirect', { lpo: [entry(50), entry(49)] }, { lpo: 'ratesMustMake100' }],
    ['variants of exactly 100 are valid', 'redirect', { lpoFlag: true, lpo: [entry(50), entry(50)] }, {}],
    ['split delivery needs variants', 'redirect', { lpoFlag: true }, { lpo: 'requiredForThisChoice' }],
    [
      'at most five variants',
      'redirect',
      { lpo: Array.from({ length: 6 }, () => entry(10)) },
      { lpo: 'tooMany' },
    ],
    [
      'a variant needs a URL',
      'redirect',
      { lpo: [{ title: 'A', url: '', rate: 100 }] },
      { 'lpo[0].url': 'required' },
    ],
    ['a variant can’t be null', 'redirect', { lpo: [null] }, { 'lpo[0]': 'required' }],
    [
      'a period ends after it begins',
      'ad',
      { periodFrom: '2026/02/01', periodTo: '2026/01/31' },
      { periodTo: 'fromAfterTo' },
    ],
    [
      'a fee ends after it begins',
      'ad',
      { adFeeSetting: [{ periodFrom: '2026/02/01', periodTo: '2026/01/31', amount: 1 }] },
      { 'adFeeSetting[0].periodTo': 'fromAfterTo' },
    ],
    ['reported results need a method', 'asp', { resultFlag: 1 }, { resultMethod: 'requiredForThisChoice' }],
    [
      'an ad without a network needs a method too',
      'ad',
      { resultFlag: 2 },
      { resultMethod: 'requiredForThisChoice' },
    ],
    ['a network’s method is not required on the ad', 'ad', { aspId: 1, resultFlag: 1 }, {}],
    [
      'a CV tag method needs its tag',
      'asp',
      { resultFlag: 1, resultMethod: 1 },
      { cvTag: 'requiredForThisChoice' },
    ],
    [
      'a webhook method of an ad’s own settings needs its URL',
      'ad',
      { aspId: 1, resultNoticeIndividuallySetting: true, resultFlag: 1, resultMethod: 2 },
      { webhookUrl: 'requiredForThisChoice' },
    ],
    [
      'an ad without a network needs the URL too',
      'ad',
      { resultFlag: 1, resultMethod: 2 },
      { webhookUrl: 'requiredForThisChoice' },
    ],
    [
      'inherited settings are not required on the ad',
      'ad',
      { aspId: 1, resultFlag: 1, resultMethod: 1, argsFlag: true },
      {},
    ],
    [
      'an approval rule without its value is allowed',
      'asp',
      {
        autoApproval: true,
        argsFlag: true,
        approvalAmountFlag: true,
        excludeDuplicateIpsFlag: true,
        excludeDuplicateArgsFlag: true,
      },
      {},
    ],
    [
      'a webhook method needs its URL',
      'asp',
      { resultFlag: 2, resultMethod: 2 },
      { webhookUrl: 'requiredForThisChoice' },
    ],
    [
      'missing and invalid fields are reported together',
      'alert',
      { title: '', recipients: null },
      { title: 'required', recipients: 'requiredForThisChoice' },
    ],
    [
      'other rules over several fields wait for valid fields',
      'ad',
      { adName: '', periodFrom: '2026/02/01', periodTo: '2026/01/31' },
      { adName: 'required' },
    ],
    ['a URL conversion needs its page', 'cvSetting', { cvUrl: null }, { cvUrl: 'requiredForThisChoice' }],
    ['a button conversion needs no page', 'cvSetting', { cvUrl: null, cvCondition: 3 }, {}],
    ['an agency user needs an agency', 'user', { roleType: 4 }, { agencyId: 'requiredForThisChoice' }],
    [
      'a list of products must not be empty',
      'user',
      { roleType: 3, productIds: [] },
      { productIds: 'chooseAtLeastOne' },
    ],
    ['an ADMIN needs no product', 'user', { roleType: 1, productIds: [] }, {}],
  ])('%s', (_name, entity, given, errors) => expect(errorsOf(entity, given)).toEqual(errors));
});

it('ignores absent fields in a partial change, and drops unknown names', () => {
  const { values, errors } = validate(settingRules.ad.fields, { adName: 'B', evil: 1 }, { partial: true });
  expect({ values, errors }).toEqual({ values: { adName: 'B' }, errors: {} });
});

it('counts the characters of a password as users do', () => {
  const keyOf = (password: string) => validate(passwordFields, { password }).errors.password?.key;
  expect(['😀'.repeat(7), '😀'.repeat(8), '😀'.repeat(128), '😀'.repeat(129)].map(keyOf)).toEqual([
    'minLength',
    undefined,
    undefined,
    'maxLength',
  ]);
});
