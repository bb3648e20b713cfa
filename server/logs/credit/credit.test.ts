import { startApi, type ApiServer, type Json } from '../../composition/testing/api-server';
import { EVENT_TIME } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';
import { settle } from '../../sweeps';
import { ingest, type ClickEvent, type ConversionEvent, type IncomingEvent } from '../../journeys';
import { Events, makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { BOT, EXCLUDED_IP, randomEvents } from '../../journeys/testing/random-events';

jest.setTimeout(180_000);

const DAY = 86_400_000;
const CV = Date.UTC(2026, 0, 20, 3);
const FIELDS = `amount repeat previousTime excludedReason windowFrom trackingTerm settings { trackingTerm attributionModel evaluation }
  asked { ...O } counted { ...O } models { ...O } evaluations { ...O }
  contacts { position interactionId ad { id label } device time before share written leftOut }`;
const OUTCOME =
  'fragment O on CreditOutcome { attributionModel evaluation windowDays counts touches credit { kind ad { id } share amount } }';

onEachDatabase((dialect) => {
  describe('credit explanation', () => {
    let api: ApiServer;
    let fixture: Fixture;
    let make: Events;
    const store = async (events: readonly IncomingEvent[]): Promise<void> => {
      await api.database.db.write((tx) => ingest(tx, [...events]));
      await settle(api.database.db);
    };
    const ask = async (
      conversionId: string,
      args = '',
      {
        email = 'admin@alpha.example',
        product = fixture.productId,
      }: { email?: string; product?: number } = {},
    ): Promise<Json> => {
      const query = `{ creditExplanation(conversionId: ${JSON.stringify(conversionId)}, productId: ${product}${args && `, ${args}`}) { ${FIELDS} } } ${OUTCOME}`;
      const { data, errors } = (await api.graphql(query, { token: email && (await api.tokenOf(email)) }))
        .body;
      return data?.creditExplanation ?? errors[0].extensions;
    };
    const click = (id: string, daysBefore: number, more: Partial<ClickEvent> = {}) =>
      make.click(id, CV - daysBefore * DAY, 'v', more);
    const conversion = (id: string, daysBefore: number, more: Partial<ConversionEvent> = {}) =>
      make.conversion(id, CV - daysBefore * DAY, 'v', { amount: 10_000, ...more });
    const places = ({ contacts }: Json): unknown[] =>
      contacts.map((one: Json) => [one.interactionId, one.position ?? one.leftOut]);

    beforeAll(async () => {
      api = await startApi(dialect);
      const { company } = api.world as unknown as { company?: number };
      fixture = await makeProduct(api.database.db, {
        trackingTerm: 30,
        excludedIps: EXCLUDED_IP,
        ...(company ? { companyId: company } : {}),
      });
      make = new Events(fixture);
      const [a, b, c] = fixture.ads;
      await store([
        click('old', 40),
        click('first', 25, { adId: a }),
        click('robot', 24, { ua: BOT }),
        click('ours', 23, { ip: EXCLUDED_IP }),
        conversion('before', 20),
        click('second', 3, { adId: b }),
        click('third', 1, { adId: c }),
        click('fourth', 0.5, { adId: b }),
        conversion('cv', 0),
        click('afterwards', -1),
      ]);
    });
    afterAll(() => api.stop());

    it('gives every contact its position or the reason it is left out, with the formula of its share', async () => {
      const answer = await ask('cv', 'attributionModel: 2, evaluation: 3');
      expect(places(answer)).toEqual([
        ['old', 'outside_tracking_term'],
        ['first', 1],
        ['robot', 'bot'],
        ['ours', 'excluded_ip'],
        ['second', 2],
        ['third', 3],
        ['fourth', 4],
      ]);
      expect(answer).toMatchObject({
        amount: 10_000,
        repeat: true,
        previousTime: new Date(CV - 20 * DAY).toISOString(),
        trackingTerm: 30,
        windowFrom: new Date(CV - 30 * DAY).toISOString(),
        excludedReason: null,
      });
      const [, first, , , , , fourth] = answer.contacts;
      expect(first).toMatchObject({
        written: '0.7^3 / (1 + 0.7 + 0.7^2 + 0.7^3)',
        share: expect.closeTo(0.343 / 2.533, 12),
        before: 25 * 86_400,
        leftOut: null,
      });
      expect(fourth).toMatchObject({
        written: '1 / (1 + 0.7 + 0.7^2 + 0.7^3)',
        share: expect.closeTo(1 / 2.533, 12),
      });
    });

    it('cuts the path at the previous conversion and leaves out repeat conversions, as the evaluation requires', async () => {
      expect(places(await ask('cv', 'evaluation: 2'))).toContainEqual(['first', 'before_previous']);
      const fresh = await ask('cv', 'evaluation: 1');
      expect(fresh.asked).toMatchObject({ counts: false, touches: 0, credit: [] });
      expect(places(fresh)).toContainEqual(['fourth', 'not_evaluated']);
      expect(fresh.evaluations.map(({ counts, touches }: Json) => [counts, touches])).toEqual([
        [false, 0],
        [true, 3],
        [true, 4],
      ]);
    });

    it('recalculates the path for any window: older contacts enter, later ones leave', async () => {
      const longer = await ask('cv', 'evaluation: 3, windowDays: 45, attributionModel: 4');
      expect(places(longer)).toContainEqual(['old', 1]);
      expect(longer.asked).toMatchObject({
        touches: 5,
        windowDays: 45,
        credit: expect.arrayContaining([expect.objectContaining({ share: 1, ad: { id: fixture.ads[0] } })]),
      });
      const shorter = await ask('cv', 'evaluation: 3, windowDays: 2');
      expect(shorter.asked.touches).toBe(2);
      expect(places(shorter)).toContainEqual(['second', 'outside_tracking_term']);
      expect(shorter.counted).toMatchObject({ windowDays: 30, touches: 4 });
    });

    it('lists all models side by side, each sharing out the whole', async () => {
      const { models, evaluations } = await ask('cv', 'evaluation: 3');
      expect(models.map(({ attributionModel }: Json) => attributionModel)).toEqual([1, 2, 3, 4, 5, 6]);
      for (const { credit, counts } of [...models, ...evaluations]) {
        expect(credit.reduce((sum: number, { share }: Json) => sum + share, 0)).toBeCloseTo(
          counts ? 1 : 0,
          12,
        );
        expect(credit.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBeCloseTo(
          counts ? 10_000 : 0,
          8,
        );
      }
      // The ad occurs twice: its shares are added.
      expect(models[0].credit).toContainEqual({
        kind: 'ad',
        ad: { id: fixture.ads[1] },
        share: 0.5,
        amount: 5000,
      });
    });

    it('credits a conversion without contacts to no ad, and an excluded one not at all', async () => {
      await store([
        make.conversion('direct', CV, 'alone', { amount: 500 }),
        make.conversion('bot', CV, 'v', { ua: BOT }),
      ]);
      expect((await ask('direct')).asked).toMatchObject({
        counts: true,
        touches: 0,
        credit: [{ kind: 'no_ad', ad: null, share: 1, amount: 500 }],
      });
      const bot = await ask('bot');
      expect([bot.excludedReason, bot.asked.counts]).toEqual(['bot', false]);
    });

    it("includes contacts of all of a customer's browsers, each from its first conversion on", async () => {
      await store([
        make.click('w1', CV - 3 * DAY, 'w'),
        make.click('x1', CV - 3 * DAY + 1, 'x'),
        make.conversion('w', CV - 2 * DAY, 'w', { userId: 'U' }),
        make.conversion('y', CV - DAY, 'y', { userId: 'U' }),
        make.conversion('x', CV, 'x', { userId: 'U' }),
      ]);
      expect(places(await ask('y', 'evaluation: 3'))).toEqual([
        ['w1', 1],
        ['x1', 'linked_later'],
      ]);
      expect(places(await ask('x', 'evaluation: 3'))).toEqual([
        ['w1', 1],
        ['x1', 2],
      ]);
    });

    it('lists clicks that made no contact because of their ad', async () => {
      const text = (visitor: string, more: object) =>
        JSON.stringify({ code: 'x', visitor_id: visitor, url: '/r/x', ...more });
      await api.database.db.write(async (tx) => {
        for (const [reason, content, days] of [
          ['ad_invalid', text('v', { ad_id: fixture.ads[3] }), 2],
          ['ad_outside_period', text('v', { url: `https://shop.example/?a_ad=${fixture.ads[3]}` }), 4],
          ['asp_invalid', text('V', {}), 2],
          ['amount must be a number', text('v', {}), 2],
          ['ad_invalid', text('v', {}), 90],
        ] as const) {
          await tx.execute(
            'INSERT INTO bad_event (product_id, door, reason, text, ip, stored_at) VALUES (?, ?, ?, ?, NULL, ?)',
            [fixture.productId, 'redirect', reason, content, CV - days * DAY],
          );
        }
      });
      const { contacts } = await ask('cv', 'evaluation: 3');
      expect(
        contacts
          .filter(({ interactionId }: Json) => interactionId === null)
          .map(({ leftOut, ad }: Json) => [leftOut, ad.id]),
      ).toEqual([
        ['ad_outside_period', fixture.ads[3]],
        ['ad_invalid', fixture.ads[3]],
      ]);
    });

    it('keeps contacts of the path that have left the logs', async () => {
      await store([
        make.click('gone', CV - DAY, 'g', { adId: fixture.ads[1] }),
        make.click('here', CV - 1000, 'g'),
        make.conversion('sealed', CV, 'g', { amount: 100 }),
      ]);
      await api.database.db.write((tx) =>
        tx.execute(`DELETE FROM interaction WHERE product_id = ? AND id = 'gone'`, [fixture.productId]),
      );
      expect(places(await ask('sealed'))).toEqual([
        ['gone', 1],
        ['here', 2],
      ]);
    });

    it.each([3, 4])('explains stored paths for any events (seed %i)', async (seed) => {
      const own = await makeProduct(api.database.db, { trackingTerm: 2, excludedIps: EXCLUDED_IP });
      const events = randomEvents(own, new Events(own), seed, 150);
      await store(events);
      await api.database.db.write(async (tx) => {
        const [{ company_id: company } = { company_id: 0 }] = await tx.query<{ company_id: number }>(
          'SELECT company_id FROM product WHERE id = ?',
          [api.world.open.product],
        );
        await tx.execute('UPDATE product SET company_id = ? WHERE id = ?', [company, own.productId]);
      });
      const rows = await api.database.db.read<{
        id: number;
        event_id: string;
        cv_setting_id: number;
        repeated: number;
        excluded_reason: string | null;
      }>(
        'SELECT id, event_id, cv_setting_id, repeated, excluded_reason FROM conversion WHERE product_id = ?',
        [own.productId],
      );
      const touches = await api.database.db.read<{
        conversion_id: number;
        class: number;
        pos: number;
        interaction_id: string;
        share_2: number;
      }>(
        'SELECT conversion_id, class, pos, interaction_id, share_2 FROM conversion_touch WHERE product_id = ? AND pos > 0 ORDER BY pos',
        [own.productId],
      );
      expect(rows.length).toBeGreaterThan(20);
      for (const row of rows) {
        for (const evaluation of [1, 2, 3]) {
          const answer = await ask(
            row.event_id,
            `cvSettingId: ${row.cv_setting_id}, evaluation: ${evaluation}, attributionModel: 2`,
            { product: own.productId },
          );
          const cls = row.repeated ? evaluation : 1;
          const stored = touches.filter(
            (touch) =>
              touch.conversion_id === row.id && touch.class === cls && (evaluation > 1 || !row.repeated),
          );
          const inPath = answer.contacts.filter(({ position }: Json) => position !== null);
          expect(inPath.map((one: Json) => [one.position, one.interactionId])).toEqual(
            stored.map((one) => [one.pos, one.interaction_id]),
          );
          inPath.forEach((one: Json, index: number) => expect(one.share).toBe(stored[index]?.share_2));
          expect(answer.asked.counts).toBe(
            row.excluded_reason === null && !(row.repeated && evaluation === 1),
          );
        }
      }
    });

    describe('endpoints', () => {
      const opened = () => api.world.open.product;
      it('refuses a missing token, foreign users and unknown conversions', async () => {
        expect(await ask('cv', '', { email: '' })).toMatchObject({ code: 'UNAUTHENTICATED' });
        expect(await ask('nothing')).toMatchObject({ code: 'NOT_FOUND' });
        expect(await ask('cv', '', { product: 987_654 })).toMatchObject({ code: 'FORBIDDEN' });
        expect(await ask('cv', '', { email: 'admin@beta.example' })).toMatchObject({ code: 'FORBIDDEN' });
        expect(await ask('cv', '', { product: opened() })).toMatchObject({ code: 'NOT_FOUND' });
      });

      it.each([
        ['attributionModel: 7', 'attributionModel'],
        ['evaluation: 0', 'evaluation'],
        ['windowDays: 0', 'windowDays'],
        ['windowDays: 3651', 'windowDays'],
        ['windowDays: -2147483648', 'windowDays'],
      ])('refuses %s and names the field %s', async (args, field) => {
        expect(await ask('cv', args)).toMatchObject({
          code: 'BAD_USER_INPUT',
          fields: { [field]: [expect.any(String)] },
        });
      });

      it('shows an agency its own contacts and masks others, but counts them', async () => {
        const { product, ads, cvSetting } = api.world.open;
        const medium = { xclid: null, ses: null, key1: null, key2: null, key3: null };
        const base = { productId: product, door: 'import', ip: null, ua: null, visitorId: 'shared' } as const;
        const all = ads.map((adId, index): IncomingEvent => ({
          ...base,
          ...medium,
          type: 'click',
          id: `shared-${index}`,
          time: EVENT_TIME + index * 60_000,
          adId,
          redirectId: 0,
          lpoEntryId: 0,
          params: null,
          landingUrl: null,
          cost: null,
        }));
        const hidden: IncomingEvent[] = ads.map((adId, index): IncomingEvent => ({
          ...base,
          ...medium,
          type: 'click',
          id: `robot-${index}`,
          time: EVENT_TIME + index * 60_000 + 1,
          adId,
          ua: BOT,
          redirectId: 0,
          lpoEntryId: 0,
          params: null,
          landingUrl: null,
          cost: null,
        }));
        await store([
          ...all,
          ...hidden,
          {
            ...base,
            type: 'conversion',
            id: 'shared-cv',
            time: EVENT_TIME + 3_600_000,
            interactionRef: null,
            cvSettingId: cvSetting,
            amount: 900,
            userId: null,
            args: null,
            otherKey1: null,
            otherKey2: null,
            otherKey3: null,
            url: null,
            referrer: null,
          },
        ]);
        const whole = await ask('shared-cv', 'attributionModel: 1', { product });
        const mine = await ask('shared-cv', 'attributionModel: 1', {
          product,
          email: 'agency@alpha.example',
        });
        expect(mine.asked.touches).toBe(whole.asked.touches);
        const own = mine.contacts.filter(({ ad }: Json) => ad);
        expect(own.length).toBeGreaterThan(0);
        const masked = mine.contacts.filter(({ ad }: Json) => !ad);
        expect(masked.length).toBeGreaterThan(0);
        for (const one of masked)
          expect(one).toMatchObject({
            interactionId: null,
            device: null,
            leftOut: null,
            share: expect.any(Number),
            position: expect.any(Number),
          });
        expect(mine.asked.credit.map(({ kind }: Json) => kind).sort()).toEqual(
          [...new Set(mine.asked.credit.map(({ kind }: Json) => kind))].sort(),
        );
        expect(mine.asked.credit.at(-1)).toMatchObject({ kind: 'others', ad: null });
        expect(mine.asked.credit.reduce((sum: number, { share }: Json) => sum + share, 0)).toBeCloseTo(1, 12);
      });
    });
  });
});
