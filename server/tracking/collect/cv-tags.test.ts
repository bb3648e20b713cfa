import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { startWorker, type Worker } from '../../sweeps';
import { makeAsp, makeLink, makeShop } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';
import type { CollectAnswer } from './collect-endpoint';

jest.setTimeout(60_000);

const UA = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36';
const TAG = `<img src="https://asp.example/cv?x={xclid}&a={args}&u={user_id}&y={amount}&s={status}">`;

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let worker: Worker | undefined;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let link: Awaited<ReturnType<typeof makeLink>>;
  let serial = 0;

  const work = () => {
    worker = startWorker(test.db, (error) => console.error(error));
  };
  const rest = async () => {
    await worker?.stop();
    worker = undefined;
  };
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db, { excludedIps: '198.51.100.9' });
    const asp = await makeAsp(test.db, shop.product.id, {
      resultFlag: 1,
      resultMethod: 1,
      cvTag: TAG,
      aXclidFlag: true,
      approvalUnapproved: '未',
    });
    link = await makeLink(test.db, shop.product.id, { aspId: asp.id });
    server = await startTracking(test.db, { trustProxy: 1 });
    work();
  });
  afterAll(async () => {
    await rest();
    await server.stop();
    await test.drop();
  });

  const collect = async (event: object, headers: Record<string, string> = {}): Promise<CollectAnswer> => {
    const answer = await send(server.url, '/collect', {
      method: 'POST',
      headers: { 'user-agent': UA, ...headers },
      body: JSON.stringify(event),
    });
    expect(answer.status).toBe(200);
    return JSON.parse(answer.body) as CollectAnswer;
  };
  /** Simulates a landing from the ad. */
  const land = async (visitor: string) => {
    serial += 1;
    const url = `https://shop.example/lp?a_ad=${link.ad.id}&a_xclid=${encodeURIComponent('x"1')}&n=${serial}`;
    await collect({
      type: 'view',
      product_id: shop.product.id,
      event_id: `l${serial}`,
      visitor_id: visitor,
      url,
      referrer: '',
    });
  };
  const order = (visitor: string, more: object = {}) => {
    serial += 1;
    return {
      type: 'cv',
      product_id: shop.product.id,
      event_id: `o${serial}`,
      visitor_id: visitor,
      url: 'https://shop.example/thanks',
      referrer: '',
      ...more,
    };
  };
  const TAG_OF = (args = '', user = '', amount = 0) =>
    `<img src="https://asp.example/cv?x=x%221&a=${args}&u=${user}&y=${amount}&s=${encodeURIComponent('未')}">`;

  it('is in the answer to the conversion once, rendered and escaped', async () => {
    await land('buyer');
    const cv = order('buyer', { amount: 1234.5, args: `order=1&x='><script>`, user_id: `'"><b>` });
    const { tags, deferred } = await collect(cv);
    expect([tags, deferred]).toEqual([
      [TAG_OF('order%3D1%26x%3D%27%3E%3Cscript%3E', '%27%22%3E%3Cb%3E', 1234.5)],
      undefined,
    ]);
    for (const again of [cv, { ...cv, amount: 9 }])
      expect(await collect(again)).toMatchObject({ duplicates: 1, tags: [] });
  });

  it('is given once to concurrent requests', async () => {
    await land('many');
    const cv = order('many');
    const answers = await Promise.all(Array.from({ length: 6 }, () => collect(cv)));
    expect(answers.flatMap(({ tags }) => tags)).toEqual([TAG_OF()]);
  });

  it('is deferred until the results are created', async () => {
    await rest();
    await land('late');
    const cv = order('late');
    expect(await collect(cv)).toMatchObject({ accepted: 1, tags: [], deferred: true });
    work();
    expect(await collect(cv)).toMatchObject({ duplicates: 1, tags: [TAG_OF()] });
    expect((await collect(cv)).tags).toEqual([]);
  });

  it('is given again to the same visitor’s page if no page received the answer', async () => {
    await land('left');
    const cv = order('left');
    expect((await collect(cv)).tags).toEqual([TAG_OF()]);
    expect((await collect({ ...cv, visitor_id: 'thief', unanswered: true })).tags).toEqual([]);
    expect(await collect({ ...cv, unanswered: true })).toMatchObject({ duplicates: 1, tags: [TAG_OF()] });
    for (const unanswered of [undefined, false, 'true', 1])
      expect((await collect({ ...cv, unanswered })).tags).toEqual([]);
  });

  it('is not given to a page that guesses a conversion id', async () => {
    await rest();
    await land('victim');
    const cv = order('victim');
    await collect(cv);
    work();
    expect((await collect({ ...cv, visitor_id: 'thief' })).tags).toEqual([]);
    expect((await collect(cv)).tags).toEqual([TAG_OF()]);
  });

  it('is not given for a conversion without an ad or from an excluded address', async () => {
    expect(await collect(order('nobody'))).toMatchObject({ accepted: 1, tags: [] });
    await land('inside');
    expect(await collect(order('inside'), { 'x-forwarded-for': '198.51.100.9' })).toMatchObject({
      accepted: 1,
      tags: [],
    });
  });

  it('causes no wait if no ad uses a CV tag', async () => {
    const other = await makeShop(test.db);
    await rest();
    const cv = {
      type: 'cv',
      product_id: other.product.id,
      event_id: 'p1',
      visitor_id: 'v',
      url: 'https://shop.example/thanks',
      referrer: '',
    };
    const started = Date.now();
    expect(await collect(cv)).toMatchObject({ accepted: 1, tags: [] });
    expect(Date.now() - started).toBeLessThan(2000);
    work();
  });
});
