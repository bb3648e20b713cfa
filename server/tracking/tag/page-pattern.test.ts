import { matchPage } from './browser/page-pattern';

describe('the URL of a CV setting', () => {
  it.each([
    // pattern, page, order ('' for none), undefined: no match
    ['shop.example/thanks', 'https://shop.example/thanks', ''],
    ['https://shop.example/thanks', 'http://shop.example/thanks/', ''],
    ['shop.example/thanks/', 'https://shop.example/thanks?x=1#y', ''],
    ['SHOP.example/thanks', 'https://shop.example/thanks', ''],
    ['shop.example/Thanks', 'https://shop.example/thanks', undefined],
    ['shop.example/thanks', 'https://www.shop.example/thanks', undefined],
    ['*.shop.example/thanks', 'https://www.shop.example/thanks', ''],
    ['*shop.example/thanks', 'https://shop.example/thanks', ''],
    ['shop.example/*/done', 'https://shop.example/a/b/done', ''],
    ['shop.example/thanks*', 'https://shop.example/thanks-a-lot', ''],
    ['shop.example/thanks', 'https://shop.example/thanks-a-lot', undefined],
    ['shop.example/th.nks', 'https://shop.example/thanks', undefined],
    ['/thanks', 'https://any.example/thanks', ''],
    ['shop.example', 'https://shop.example/', ''],
    ['shop.example', 'https://shop.example/other', undefined],
    ['localhost:3000/thanks', 'http://localhost:3000/thanks', ''],
    ['localhost:3001/thanks', 'http://localhost:3000/thanks', undefined],
    ['localhost/thanks', 'http://localhost:3000/thanks', ''],
    ['shop.example/購入/完了', 'https://shop.example/%E8%B3%BC%E5%85%A5/%E5%AE%8C%E4%BA%86', ''],
    ['shop.example/t?order', 'https://shop.example/t', undefined],
    ['shop.example/t?order', 'https://shop.example/t?a=1&order=7', 'order=7'],
    ['shop.example/t?order=*', 'https://shop.example/t?order=7', 'order=7'],
    ['shop.example/t?state=ok', 'https://shop.example/t?state=ok', ''],
    ['shop.example/t?state=ok', 'https://shop.example/t?state=ng', undefined],
    ['shop.example/t?state=ok&order', 'https://shop.example/t?order=7&state=ok', 'order=7'],
    ['', 'https://shop.example/', undefined],
  ])('%s matches %s: %j', (pattern, page, order) => {
    expect(matchPage(pattern, page)).toBe(order);
  });
});
