import { CvSetting } from '../../settings/cv-setting';
import { makeShop, save } from '../testing/settings';
import { describeInBrowser, stageTag, until, watchedPage, type Watched } from '../testing/site';

jest.setTimeout(30_000);

/** Waits for the collector, which polls for changed settings every second. */
const followed = () => new Promise((resolve) => setTimeout(resolve, 1500));
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

describeInBrowser('a cached tag', () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let tag = '';
  let home = '';

  const stage = stageTag(async ({ db }) => {
    shop = await makeShop(db, { productDomain: 'shop.test' });
    await save(db, CvSetting, { ...shop.cv, cvUrl: '/nowhere' });
  });
  beforeAll(() => {
    tag = stage.tagOf(shop.product.id);
    home = stage.at('www.shop.test', '');
  });

  const open = async (visit: Watched, path: string, head = tag): Promise<void> => {
    stage.site.show({ head, body: '' });
    await visit.page.goto(home + path);
    await settle();
  };
  const conversions = ({ sent }: Watched) => sent.filter((event) => event.type === 'cv');

  it('uses settings that were saved later, on the very page that they concern', async () => {
    const visit = await watchedPage(stage.browser);
    await open(visit, '/');
    await save(stage.db, CvSetting, { ...shop.cv, cvUrl: '/thanks' });
    await followed();
    await open(visit, '/thanks');
    await until(() => conversions(visit).length > 0);
    await open(visit, '/thanks');
    // The script is still the old one, and the conversion is sent once per visit.
    expect(new Set(visit.sent.map((event) => event.tag_version)).size).toBe(2);
    expect(visit.sent.filter((event) => event.type === 'view').map((event) => event.tag_version)).toEqual(
      Array(3).fill(visit.sent[0]?.tag_version),
    );
    expect(conversions(visit).map((event) => event.cv_setting_id)).toEqual([shop.cv.id]);
  });

  it('skips the URL conversion under new settings if the page reports it itself', async () => {
    const visit = await watchedPage(stage.browser);
    await open(visit, '/');
    await save(stage.db, CvSetting, { ...shop.cv, cvUrl: '/done' });
    await followed();
    await open(visit, '/done', `<script>window.icq=[['cv',{setting:${shop.cv.id},amount:1}]]</script>${tag}`);
    await settle();
    expect(conversions(visit).map((event) => event.amount)).toEqual([1]);
  });
});
