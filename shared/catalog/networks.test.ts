import { findPlaceholders, unknownPlaceholders } from '../domain/results';
import { settingRules, validate } from '../settings';
import { texts } from '../i18n';
import {
  ACCOUNT_PARTS,
  accountPartsIn,
  NETWORKS,
  networkValues,
  tracksInParallel,
  urlForMedium,
} from './networks';

const { ja, en, 'zh-CN': zhCn } = texts;

const { fields } = settingRules.asp;
const validated = (values: Record<string, unknown>) => validate(fields, { aspName: 'x', ...values }).errors;
const filledIn = (url: string): string =>
  ACCOUNT_PARTS.reduce((text, part) => text.replaceAll(`{${part}}`, 'x1'), url);

it.each([
  ['Google Ads', null, true],
  ['Ｇｏｏｇｌｅ広告', null, true],
  ['グーグル検索', null, true],
  ['検索広告', '{gclid}', true],
  ['A8.net', '{click_id}', false],
  ['', null, false],
])('%s with the click id %s is called in the background: %s', (name, xclid, parallel) => {
  expect(tracksInParallel(name, xclid)).toBe(parallel);
});

it.each([
  ['A8.net', [], '/own', false],
  ['A8.net', [{ submittionUrl: '/variants' }], '/variants', false],
  ['Google Ads', [], '/direct', true],
  ['Google Ads', [{ submittionUrl: '/variants' }], '/direct', true],
])('an ad of %s with the redirects %j is registered with %s', (label, redirects, url, isParallel) => {
  const ad = { asp: { label }, submittionUrl: '/own', directLink: '/direct', redirects };
  expect(urlForMedium(ad)).toEqual({ url, isParallel });
  expect(urlForMedium({ ...ad, directLink: null }).url).toBe(redirects[0]?.submittionUrl ?? '/own');
});

describe('network templates', () => {
  it('have unique keys and names', () => {
    for (const part of ['key', 'name'] as const)
      expect(new Set(NETWORKS.map((network) => network[part])).size).toBe(NETWORKS.length);
    expect(NETWORKS.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['asp', 'medium']));
  });

  describe.each(NETWORKS.map((network) => [network.name, network] as const))('%s', (_name, network) => {
    const values = networkValues(network);
    const url = network.notice?.webhookUrl;

    it('names its source and the day it was checked', () => {
      expect(network.sources.length).toBeGreaterThan(0);
      for (const source of network.sources) expect(new URL(source.url).protocol).toBe('https:');
      expect(new Set(network.sources.map((source) => source.url)).size).toBe(network.sources.length);
      expect(network.checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(Number.isNaN(Date.parse(network.checked))).toBe(false);
    });

    it("satisfies the rules of an asp's settings", () => {
      expect(Object.keys(values).filter((name) => !(name in fields))).toEqual([]);
      expect(validated({ ...values, webhookUrl: url === undefined ? undefined : filledIn(url) })).toEqual({});
    });

    it('can’t be saved until all account parts are replaced, and needs nothing else', () => {
      if (url === undefined) return;
      expect(unknownPlaceholders(url)).toEqual(expect.arrayContaining(accountPartsIn(url)));
      expect(unknownPlaceholders(filledIn(url))).toEqual([]);
      expect('webhookUrl' in validated(values)).toBe(accountPartsIn(url).length > 0);
    });

    it('identifies results by its click id, and stores every value that it sends', () => {
      if (url === undefined) return;
      const named = findPlaceholders(url);
      expect(named).toContain('xclid');
      expect(named.includes('key1')).toBe(network.key1 !== undefined);
      expect(named.includes('status')).toBe(network.notice?.words !== undefined);
    });

    it('explains every open step', () => {
      expect(network.notice !== undefined && url === undefined).toBe(network.steps.includes('askUrl'));
      expect(network.notice === undefined).toBe(network.steps.includes('ownInterface'));
      expect('appendedAs' in network.clickId).toBe(network.steps.includes('askParameterName'));
    });
  });

  it.each([ja, en, zhCn])('have texts for each account part and each step', ({ networks }) => {
    expect(Object.keys(networks.part).sort()).toEqual([...ACCOUNT_PARTS].sort());
    const steps = new Set<string>(NETWORKS.flatMap((network) => network.steps));
    expect(Object.keys(networks.step).filter((step) => !steps.has(step))).toEqual([]);
  });
});
