import { addDays, dayOf, monthOf } from '../../shared/domain/calendar';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';
import { ingest, type IncomingEvent } from '../journeys';
import { hostsOf, itemsOf } from './privacy-notice.service';

jest.setTimeout(60_000);

describe('hostsOf', () => {
  it.each([
    ['<img src="https://track.asp.example/cv?x={xclid}" width="1">', ['track.asp.example']],
    [
      "<script src='//cdn.asp.co.jp/t.js' async></script><script>new Image().src='https://px.asp.co.jp:8443/p'</script>",
      ['cdn.asp.co.jp', 'px.asp.co.jp'],
    ],
    ['<script>var u="https:\\/\\/esc.example.com\\/a"; fetch(u)</script>', ['esc.example.com']],
    ['<IMG SRC=HTTPS://UPPER.Example.COM/x>', ['upper.example.com']],
    ['<script>// a comment\nconsole.log("no host")</script>', []],
    ['<script>a("https://one.example/x"),a("https://one.example/y")</script>', ['one.example']],
    ['https://localhost/x http://127.0.0.1/x', []],
    [`//${'a.'.repeat(20_000)}`, []],
  ])('%s', (tag, hosts) => {
    const startedAt = performance.now();
    expect(hostsOf(tag)).toEqual(hosts);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('lists the placeholders of a tag and the data of every request', () => {
    expect(itemsOf('<img src="//a.example/?x={xclid}&o={args}&u={user_id}">')).toEqual([
      'clickId',
      'order',
      'customerId',
      'page',
      'address',
      'cookies',
    ]);
  });
});

onEachDatabase((dialect) => {
  describe('the privacy notice', () => {
    let api: ApiServer;
    let admin: string;
    let product: number;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      product = api.world.open.product;
      await pauseSenders(0);
    });
    afterAll(() => api.stop());
    const pauseSenders = (status: number) =>
      api.database.db.write((tx) => tx.execute('UPDATE conversion_sender SET status = ?', [status]));

    const notice = async (query = '', token = admin) =>
      (await api.rest(`/products/${product}/transmission_notice/${query}`, { token })).body;
    const hear = () =>
      api.database.db.write((tx) =>
        ingest(tx, [
          {
            type: 'view',
            id: 'heard',
            productId: product,
            visitorId: 'v',
            time: api.clock.now,
            door: 'collect',
            ip: null,
            ua: null,
            url: 'https://open.example/',
            referrer: null,
            title: null,
            interactionRef: null,
            landingAdId: null,
            xclid: null,
            ses: null,
            key1: null,
            key2: null,
            key3: null,
          } as IncomingEvent,
        ]),
      );

    it('names the platforms of active senders', async () => {
      await api.database.db.write((tx) =>
        tx.execute("UPDATE conversion_sender SET platform = 'meta_conversions_api', status = 1"),
      );
      const { entries, text } = await notice('?language=en&planned=true');
      expect(entries.at(-1)).toMatchObject({
        kind: 'conversion_sender',
        host_names: ['graph.facebook.com'],
        sent_items: expect.arrayContaining(['Hashed email address and phone number']),
      });
      expect(text).toContain('Meta Platforms, Inc.');
      await pauseSenders(0);
    });

    it('is empty without an installed tag unless it is planned', async () => {
      expect(await notice()).toMatchObject({ installed: false, entries: [], text: '', html: '' });
      expect(await notice('?planned=true')).toMatchObject({
        installed: false,
        entries: [{ kind: 'own_tag' }],
      });
    });

    it('names the product’s tag and those of active ads, in three languages', async () => {
      await hear();
      const { asp, ads } = api.world.open;
      await api.database.db.write((tx) =>
        tx.execute(
          'UPDATE asp SET asp_name = ?, measurement_tag = ?, result_flag = 1, result_method = 1, cv_tag = ? WHERE id = ?',
          [
            'A&B <b>\nnetwork',
            '<script src="//lp.asp.example/t.js?c={xclid}"></script>',
            '<img src="https://cv.asp.example/?a={amount}&r={result_id}">',
            asp,
          ],
        ),
      );
      const english = await notice('?language=en');
      expect(
        english.entries.map(({ kind, host_names: hosts }: { kind: string; host_names: string[] }) => [
          kind,
          ...hosts,
        ]),
      ).toEqual([
        ['own_tag', expect.any(String)],
        ['measurement_tag', 'lp.asp.example'],
        ['cv_tag', 'cv.asp.example'],
      ]);
      expect(english.entries[1].sent_items).toContain('click id of the ad');
      expect(english.entries[2].sent_items).toEqual(
        expect.arrayContaining(['amount', 'IP address, browser and device (user agent)']),
      );
      expect(english.text).toContain('Recipient: A&B <b> network');
      expect(english.html).toContain('A&#38;B &#60;b&#62; network');
      expect(english.html).not.toContain('<b>');
      expect(english.note).toMatch(/no promise/);
      expect((await notice('?language=ja')).text).toContain('送信先のドメイン: cv.asp.example');
      expect((await notice('?language=zh-CN')).html).toContain('lang="zh-CN"');
      // Without clicks in the tracking term no conversion can fire the tags of an ended ad.
      await api.database.db.write(async (tx) => {
        await tx.execute(`UPDATE ad SET status = 0 WHERE id IN (${ads.join(',')})`);
        await tx.execute('DELETE FROM rollup_touch_month WHERE product_id = ?', [product]);
      });
      const kinds = async () => (await notice()).entries.map(({ kind }: { kind: string }) => kind);
      const clicked = (daysAgo: number) =>
        api.database.db.write((tx) =>
          insertRows(
            tx,
            'rollup_touch_month',
            ['product_id', 'month', 'ad_id', 'clicks', 'first_touches', 'pv', 'cost_sen'],
            [[product, monthOf(addDays(dayOf(api.clock.now), -daysAgo)), ads[0], 1, 1, 0, 0]],
          ),
        );
      expect(await kinds()).toEqual(['own_tag']);
      await clicked(400);
      expect(await kinds()).toEqual(['own_tag']);
      // A click before the ad ended can still convert within the tracking term.
      await clicked(30);
      expect(await kinds()).toEqual(['own_tag', 'cv_tag']);
    });

    it('rejects a language without wording', async () => {
      for (const language of ['fr', '../ja', 'ja;']) {
        const answer = await api.rest(
          `/products/${product}/transmission_notice/?language=${encodeURIComponent(language)}`,
          { token: admin },
        );
        expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['language']]);
      }
    });
  });
});
