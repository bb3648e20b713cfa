import { matchPage } from './browser/page-pattern';
import { compilePage } from './page-pattern';

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
    ['shop.example/(a)', 'https://shop.example/(a)', ''],
    ['/thanks', 'https://any.example/thanks', ''],
    ['shop.example', 'https://shop.example/', ''],
    ['shop.example', 'https://shop.example/other', undefined],
    ['localhost:3000/thanks', 'http://localhost:3000/thanks', ''],
    ['localhost:3001/thanks', 'http://localhost:3000/thanks', undefined],
    ['localhost/thanks', 'http://localhost:3000/thanks', ''],
    ['shop.example/購入/完了', 'https://shop.example/%E8%B3%BC%E5%85%A5/%E5%AE%8C%E4%BA%86', ''],
    // A query in Shift_JIS is no UTF-8.
    ['shop.example/購入', 'https://shop.example/%E8%B3%BC%E5%85%A5?n=%8D%77', ''],
    ['shop.example/t?order', 'https://shop.example/t', undefined],
    ['shop.example/t?order', 'https://shop.example/t?a=1&order=7', 'order=7'],
    ['shop.example/t?order=*', 'https://shop.example/t?order=7', 'order=7'],
    ['shop.example/t?state=ok', 'https://shop.example/t?state=ok', ''],
    ['shop.example/t?state=ok', 'https://shop.example/t?state=ng', undefined],
    ['shop.example/t?state=ok&order', 'https://shop.example/t?order=7&state=ok', 'order=7'],
    ['', 'https://shop.example/', undefined],
    ['https://', 'https://shop.example/', undefined],
    // The fragment (domain.md section 8 and input 04).
    ['shop.example/*#/thanks', 'https://shop.example/', undefined],
    ['shop.example/*#/thanks', 'https://shop.example/#/thanks', ''],
    ['shop.example/*#/thanks', 'https://shop.example/app/x#/thanks/', ''],
    ['shop.example/*#/thanks', 'https://shop.example/#/thanks?order=7', ''],
    ['shop.example/*#/thanks', 'https://shop.example/#/thanks/more', undefined],
    ['shop.example#/thanks', 'https://shop.example/#/thanks', ''],
    ['shop.example#/thanks', 'https://shop.example/app#/thanks', undefined],
    ['shop.example/#/*/done', 'https://shop.example/#/a/done', ''],
    ['shop.example/#!/thanks', 'https://shop.example/#!/thanks', ''],
    ['shop.example/#thanks', 'https://shop.example/#thanks', ''],
    ['shop.example/#thanks', 'https://shop.example/#top', undefined],
    ['shop.example/#Thanks', 'https://shop.example/#thanks', undefined],
    ['shop.example/#/購入', 'https://shop.example/#/%E8%B3%BC%E5%85%A5', ''],
    ['shop.example/#/t?order', 'https://shop.example/#/t?order=7', 'order=7'],
    ['shop.example/#/t?order', 'https://shop.example/#/t', undefined],
    ['shop.example/?step=2#/t', 'https://shop.example/?step=2#/t', ''],
    ['shop.example/?step=2#/t', 'https://shop.example/?step=1#/t', undefined],
    ['/spa?step=thanks', 'https://shop.example/spa?step=thanks#/x', ''],
    ['shop.example/thanks#', 'https://shop.example/thanks#x', ''],
    ['/#/thanks', 'https://any.example/#/thanks', ''],
  ])('%s matches %s: %j', (pattern, page, order) => {
    expect(matchPage(compilePage(pattern), page)).toBe(order);
  });
});
