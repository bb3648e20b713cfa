import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onEachDatabase, openTestDatabase } from '../../db/testing/databases';
import { makeAsp, makeLink, makeSender, makeShop, makeVariants } from '../testing/settings';
import { readSettings, SettingsSource } from './settings-source';
import { adRefusal, compileSnapshot } from './snapshot';
import { loadSettingsFile, saveSettingsFile } from './snapshot-file';

onEachDatabase((dialect) => {
  it('reads all settings of the collectors and saves them on disk unchanged', async () => {
    const test = await openTestDatabase(dialect);
    const { product, cv, ad } = await makeShop(test.db);
    await makeSender(test.db, product.id, 'pay.example');
    const asp = await makeAsp(test.db, product.id, { aXclidFlag: true, status: false });
    const lpo = await makeLink(
      test.db,
      product.id,
      { aspId: asp.id, periodFrom: 20260101, clickCost: 12.34 },
      { lpoFlag: true },
    );
    const [entry] = await makeVariants(test.db, lpo.redirect.id, [
      { url: 'https://shop.example/a', rate: 100 },
    ]);
    const data = await readSettings(test.db);
    expect(data.products).toEqual([
      expect.objectContaining({
        id: product.id,
        domain: 'shop.example',
        senderDomains: ['pay.example'],
        cvSettings: [
          { id: cv.id, cvType: 1, cvSlot: 1, condition: 1, cvUrl: 'shop.example/thanks', referrerUrl: null },
        ],
      }),
    ]);
    expect(data.ads.find(({ id }) => id === ad.id)).toMatchObject({
      active: true,
      aspActive: true,
      media: [],
      clickCost: 30,
    });
    expect(data.ads.find(({ id }) => id === lpo.ad.id)).toMatchObject({
      aspActive: false,
      media: ['xclid'],
      periodFrom: 20260101,
      periodTo: null,
      clickCost: 12.34,
    });
    expect(data.redirects.find(({ id }) => id === lpo.redirect.id)?.variants).toEqual([
      { id: entry?.id, url: 'https://shop.example/a', rate: 100 },
    ]);

    const folder = mkdtempSync(join(tmpdir(), 'inflow-settings-'));
    const path = join(folder, 'deep', 'settings.json');
    await saveSettingsFile(path, data);
    expect(loadSettingsFile(path)).toEqual(data);
    writeFileSync(path, JSON.stringify({ revision: 1, products: [{}] }));
    expect(loadSettingsFile(path)).toBeUndefined();
    rmSync(folder, { recursive: true, force: true });
    await test.drop();
  });
});

it('finds a link saved while another check is reading the settings', async () => {
  const test = await openTestDatabase('sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'inflow-settings-'));
  try {
    const { product } = await makeShop(test.db);
    const gate: { opened?: Promise<void> } = {};
    const db = Object.create(test.db, {
      read: {
        value: async (...query: Parameters<typeof test.db.read>) => {
          const rows = await test.db.read(...query);
          await gate.opened;
          return rows;
        },
      },
    }) as typeof test.db;
    const source = new SettingsSource(db, join(folder, 'settings.json'), pino({ enabled: false }));
    await source.check();
    let release = (): void => undefined;
    gate.opened = new Promise((resolve) => (release = resolve));
    const early = source.check();
    const { redirect } = await makeLink(test.db, product.id);
    const late = [source.check(), source.check()];
    release();
    expect(await Promise.all([early, ...late])).toEqual([true, true, true]);
    expect(source.current.links.get(redirect.code)).toBeDefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await test.drop();
  }
});

describe('an ad’s period', () => {
  const ad = (periodFrom: number | null, periodTo: number | null) =>
    compileSnapshot({
      revision: 1,
      products: [
        {
          id: 1,
          companyId: 1,
          name: '',
          domain: null,
          url: 'https://shop.example',
          trackingTerm: 30,
          excludedIps: null,
          trackerHost: null,
          measuredHostsOnly: false,
          moreHosts: null,
          peopleUserAgents: null,
          robotUserAgents: null,
          senderDomains: [],
          cvSettings: [],
        },
      ],
      asps: [],
      ads: [
        {
          id: 1,
          productId: 1,
          code: 'c',
          name: '',
          aspId: null,
          active: true,
          aspActive: true,
          periodFrom,
          periodTo,
          clickCost: 0,
          performance: false,
          redirectUrl: null,
          media: [],
          xclidName: null,
          firesCvTag: false,
        },
      ],
      redirects: [],
      postbackSources: [],
    }).links.get('c')?.ad;

  it.each([
    [20260105, null, '2026-01-04T23:59:59.999+09:00', 'ad_outside_period'],
    [20260105, null, '2026-01-05T00:00:00.000+09:00', undefined],
    [null, 20260105, '2026-01-05T23:59:59.999+09:00', undefined],
    [null, 20260105, '2026-01-06T00:00:00.000+09:00', 'ad_outside_period'],
    [null, null, '2026-01-06T00:00:00.000+09:00', undefined],
  ])('from %j to %j, at %s: %j', (from, to, time, refusal) => {
    const live = ad(from, to);
    expect(live && adRefusal(live, Date.parse(time))).toBe(refusal);
  });
});
