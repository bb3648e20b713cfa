import { openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { CvSetting } from '../settings/cv-setting';
import { makeShop, save } from './testing/settings';
import { send, startTracking } from './testing/tracking-server';

describe('the demo site', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await openTestDatabase('sqlite');
  });
  afterAll(() => test.drop());

  it('contains the real tag of its product', async () => {
    await makeShop(test.db);
    const tea = await makeShop(test.db, { productUrl: 'http://localhost:3000/demo-site/' });
    await save(test.db, CvSetting, { ...tea.cv, cvUrl: 'http://localhost:3000/demo-site/thanks*' });
    const server = await startTracking(test.db);
    const landing = await send(server.url, '/demo-site/?a_ad=1&a_iid=2');
    expect(landing.body).toContain(`src="/tag/${tea.product.id}.js"`);
    expect(landing.body).toContain('デモサイト');
    const product = await send(server.url, '/demo-site/product');
    const order = /thanks\?order=(DEMO-[0-9A-F]{8})/.exec(product.body)?.[1];
    const thanks = await send(server.url, `/demo-site/thanks?order=${order}`);
    expect(thanks.body).toContain(
      `icq.push(["cv",{"setting":${tea.cv.id},"amount":2980,"args":"order=${order}"}])`,
    );
    expect((await send(server.url, '/demo-site/thanks?order=%3Cscript%3E')).body).not.toContain(
      '<script>icq.push(["cv",{"setting":1,"amount":2980,"args":"order=<',
    );
    expect((await send(server.url, '/demo-site/nowhere')).headers.location).toBe('/demo-site/');
    expect((await send(server.url, '/demo-sites')).status).toBe(404);
    await server.stop();
  });

  it('has a page with tag and buttons for each other product', async () => {
    const serum = await makeShop(test.db, {
      productName: '美容液 <b>',
      productUrl: 'http://localhost:3000/demo-site/',
    });
    await test.db.write((tx) =>
      tx.execute('UPDATE product SET product_url = ? WHERE id = ?', [
        `http://localhost:3000/demo-site/${serum.product.id}/`,
        serum.product.id,
      ]),
    );
    const server = await startTracking(test.db);
    const page = await send(server.url, `/demo-site/${serum.product.id}/?a_ad=1&a_iid=2`);
    expect(page.body).toContain(`src="/tag/${serum.product.id}.js"`);
    expect(page.body).toContain(`data-ic-cv="${serum.cv.id}"`);
    expect(page.body).not.toContain('<b>');
    expect((await send(server.url, '/demo-site/99999/')).headers.location).toBe('/demo-site/');
    await server.stop();
  });

  it('exists in demo mode only', async () => {
    const server = await startTracking(test.db, { demo: false });
    expect((await send(server.url, '/demo-site/')).body).toBe('not tracking');
    await server.stop();
  });
});
