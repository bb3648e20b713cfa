import { viewParameters, viewPath } from './address';

describe('address of a saved view', () => {
  it('keeps the state of its screen and its product, but no position among rows', () => {
    const address = new URLSearchParams('period=d30&axis=asp&v=abc&page=3&after=x&live=1&cols=a,b');
    expect(viewParameters(address, 7).toString()).toBe('period=d30&axis=asp&cols=a%2Cb&product_id=7');
    expect(viewParameters(new URLSearchParams('product_id=1&q=x'), 7).get('product_id')).toBe('7');
  });

  it('names the view that it was opened from', () => {
    expect(viewPath({ code: 'c0de', path: '/log/cv', search: 'q=%E3%81%82' })).toBe(
      '/log/cv?q=%E3%81%82&v=c0de',
    );
  });
});
