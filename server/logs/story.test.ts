import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { EVENT_TIME } from '../composition/testing/api-world';
import { onEachDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import { ingest, type IncomingEvent } from '../journeys';

jest.setTimeout(120_000);

const VISITOR = 'storied';
const FIELDS = `next previous counts { kind count countExact } results { kind time
  interaction { id ipAddress adId cost trackingTerm } access { id ipAddress accessUrl } conversion { eventId userId args path { position adId } } result { id adId approvalStatus } }`;
const idOf = ({ kind, interaction, access, conversion, result }: Json): string =>
  `${kind} ${interaction?.id ?? access?.id ?? conversion?.eventId ?? result?.id ?? 'hidden'}`;

onEachDatabase((dialect) => {
  describe('visitor story', () => {
    let api: ApiServer;
    const ask = async (
      args: string,
      email = 'admin@alpha.example',
      product = api.world.open.product,
    ): Promise<Json> => {
      const query = `{ visitorStory(productId: ${product}, ${args}) { ${FIELDS} } }`;
      const { data, errors } = (await api.graphql(query, { token: email && (await api.tokenOf(email)) }))
        .body;
      return data?.visitorStory ?? errors[0].extensions;
    };
    const all = async (args = '', email?: string): Promise<Json> =>
      ask(`visitorId: "${VISITOR}", pageSize: 100${args}`, email);

    beforeAll(async () => {
      api = await startApi(dialect);
      const { product, ads, cvSetting } = api.world.open;
      const medium = { xclid: null, ses: null, key1: null, key2: null, key3: null };
      const base = {
        productId: product,
        door: 'import',
        ip: '198.51.100.77',
        ua: null,
        visitorId: VISITOR,
      } as const;
      // Several events of a kind and several kinds at one instant.
      const events = Array.from({ length: 30 }, (_, index): IncomingEvent => {
        const time = EVENT_TIME + Math.floor(index / 7) * 60_000;
        if (index % 3 === 0)
          return {
            ...base,
            ...medium,
            type: 'click',
            id: `s-${index % 2 ? 'a' : 'Z'}${index}`,
            time,
            adId: ads[index % 2] ?? 0,
            redirectId: 0,
            lpoEntryId: 0,
            params: null,
            landingUrl: null,
            cost: null,
          };
        if (index % 3 === 1)
          return {
            ...base,
            ...medium,
            type: 'view',
            id: `s-v${index}`,
            time,
            url: `https://open.example/${index}`,
            referrer: null,
            title: null,
            interactionRef: null,
            landingAdId: null,
          };
        return {
          ...base,
          type: 'conversion',
          id: `s-o${index}`,
          time,
          interactionRef: null,
          cvSettingId: cvSetting,
          amount: 100,
          userId: 'himitsu',
          args: 'order=himitsu',
          otherKey1: null,
          otherKey2: null,
          otherKey3: null,
          url: null,
          referrer: null,
        };
      });
      await api.database.db.write((tx) => ingest(tx, events));
      await settle(api.database.db);
    });
    afterAll(() => api.stop());

    it('lists every contact, view, conversion and result by time, each with its own row', async () => {
      const { results, counts, next, previous } = await all();
      expect(counts).toEqual(
        ['contact', 'view', 'conversion', 'result'].map((kind) => ({ kind, count: 10, countExact: true })),
      );
      expect([results.length, next, previous]).toEqual([40, null, null]);
      const order = ['contact', 'view', 'conversion', 'result'];
      const sorted = [...results].sort(
        (a: Json, b: Json) =>
          Date.parse(a.time) - Date.parse(b.time) || order.indexOf(a.kind) - order.indexOf(b.kind),
      );
      expect(results).toEqual(sorted);
      expect(
        results
          .filter(({ kind }: Json) => kind === 'contact')
          .map(({ interaction }: Json) => [interaction.cost, interaction.trackingTerm]),
      ).toEqual(Array(10).fill([12.5, 180]));
      expect(results.find(({ kind }: Json) => kind === 'conversion').conversion).toMatchObject({
        userId: 'himitsu',
        args: 'order=himitsu',
      });
      expect(
        results.filter(({ result }: Json) => result).map(({ result }: Json) => result.approvalStatus),
      ).toEqual(Array(10).fill(0));
    });

    it.each([false, true])(
      'returns the same events page by page in both directions, newest first: %s',
      async (newestFirst) => {
        const order = `, newestFirst: ${newestFirst}`;
        const whole = (await all(order)).results.map(idOf);
        const page = (args: string) => ask(`visitorId: "${VISITOR}", pageSize: 4${order}${args}`);
        const forth = [await page('')];
        while (forth.at(-1).next) forth.push(await page(`, after: "${forth.at(-1).next}"`));
        expect(forth.flatMap(({ results }) => results.map(idOf))).toEqual(whole);
        const back = [await page(', before: "end"')];
        while (back[0].previous) back.unshift(await page(`, before: "${back[0].previous}"`));
        expect(back.flatMap(({ results }) => results.map(idOf))).toEqual(whole);
        expect([forth[0].previous, back.at(-1).next]).toEqual([null, null]);
        expect(whole).toEqual(newestFirst ? (await all()).results.map(idOf).reverse() : whole);
        const at = await page(`, at: "${new Date(EVENT_TIME + 120_000).toISOString()}"`);
        expect(at.results[0].time).toBe(new Date(EVENT_TIME + 120_000).toISOString());
        const earlier = await page(`, before: "${at.previous}"`);
        expect(idOf(earlier.results.at(-1))).toBe(whole[whole.indexOf(idOf(at.results[0])) - 1]);
      },
    );

    it('reveals visitors’ identities only to roles that may see them', async () => {
      const { results } = await all('', 'analyst@alpha.example');
      const text = JSON.stringify(results);
      expect(text).not.toContain('198.51.100.77');
      expect(text).not.toContain('himitsu');
      const codes = new Set(
        results.flatMap(({ conversion }: Json) => (conversion ? [conversion.userId] : [])),
      );
      expect([...codes]).toEqual([expect.stringMatching(/^c[0-9a-f]{12}$/)]);
    });

    it('shows an agency its own ads, and the contacts of others only as anonymous counts', async () => {
      const admin = await all();
      const { results, counts } = await all('', 'agency@alpha.example');
      expect(counts[0]).toEqual({ kind: 'contact', count: 10, countExact: true });
      const contacts = results.filter(({ kind }: Json) => kind === 'contact');
      expect(contacts.map(({ time }: Json) => time)).toEqual(
        admin.results.filter(({ kind }: Json) => kind === 'contact').map(({ time }: Json) => time),
      );
      const own = api.world.open.ads[0];
      expect(
        new Set(contacts.flatMap(({ interaction }: Json) => (interaction ? [interaction.adId] : []))),
      ).toEqual(new Set([own]));
      expect(contacts.filter(({ interaction }: Json) => interaction === null)).toHaveLength(5);
      const views = admin.results.filter(({ access }: Json) => access).length;
      expect(results.filter(({ kind }: Json) => kind === 'view').length).toBeLessThan(views);
      for (const { conversion } of results)
        for (const { adId } of conversion?.path ?? []) expect([own, null]).toContain(adId);
      // A visitor with contacts of another agency's ads only is hidden from it.
      expect(await ask('visitorId: "open-v1"', 'agency@alpha.example')).toMatchObject({ code: 'NOT_FOUND' });
      expect((await ask('visitorId: "open-v0"', 'agency@alpha.example')).counts[0].count).toBe(1);
    });

    it('refuses foreign users, missing tokens and unknown visitors', async () => {
      expect(await ask(`visitorId: "${VISITOR}"`, '')).toMatchObject({ code: 'UNAUTHENTICATED' });
      expect(await ask(`visitorId: "${VISITOR}"`, 'admin@beta.example')).toMatchObject({ code: 'FORBIDDEN' });
      expect(
        await ask('visitorId: "closed-v0"', 'manager@alpha.example', api.world.closed.product),
      ).toMatchObject({ code: 'FORBIDDEN' });
      for (const [visitor, product] of [
        ['nobody', api.world.open.product],
        [VISITOR, api.world.closed.product],
        ['foreign-v0', api.world.open.product],
      ] as const) {
        expect(await ask(`visitorId: "${visitor}"`, 'admin@alpha.example', product)).toMatchObject({
          code: 'NOT_FOUND',
        });
      }
    });

    it('refuses invalid page sizes and cursors', async () => {
      const { next } = await ask(`visitorId: "${VISITOR}", pageSize: 3`);
      const place = (values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
      const bad = [
        'pageSize: 0',
        'pageSize: 101',
        'after: "x"',
        `after: "${next}", newestFirst: true`,
        `after: "${next}", before: "end"`,
        ...[
          [false, 1, 9, 'a'],
          [false, 1, 0, {}],
          [false, '1', 0, 'a'],
          [false, 1, 0.5, 'a'],
          [false, 1, 0, 'a', 1],
        ].map((values) => `before: "${place(values)}"`),
      ];
      for (const args of bad)
        expect([args, await ask(`visitorId: "${VISITOR}", ${args}`)]).toMatchObject([
          args,
          { code: 'BAD_USER_INPUT' },
        ]);
    });
  });
});
