import { chooseProduct, storedProduct } from './product-choice';

const products = [{ id: 4 }, { id: 2 }, { id: 9 }];

// rule: screens-15
describe('active product', () => {
  it.each([
    ['takes the address first', '2', 9, { kind: 'chosen', productId: 2 }],
    ['then the stored choice', null, 9, { kind: 'chosen', productId: 9 }],
    ['then the first of the list', null, undefined, { kind: 'chosen', productId: 4 }],
    ['ignores a stored product outside the list', null, 77, { kind: 'chosen', productId: 4 }],
    ['ignores an empty parameter', '', 9, { kind: 'chosen', productId: 9 }],
    ['refuses a product outside the list', '77', 9, { kind: 'no-permission' }],
    ['refuses a malformed product', '2x', 9, { kind: 'no-permission' }],
  ] as const)('%s', (_rule, query, stored, expected) => {
    expect(chooseProduct(query, stored, products)).toEqual(expected);
  });

  it('is none without products, and refused if the address names one', () => {
    expect(chooseProduct(null, 2, [])).toEqual({ kind: 'none' });
    expect(chooseProduct('2', 2, [])).toEqual({ kind: 'no-permission' });
  });
});

describe('stored product', () => {
  const OTHER_TAB = 'ic_7_product';
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it('of a tab stays when another tab changes its product', () => {
    storedProduct.write(2, 7);
    const chosenHere = localStorage.getItem(OTHER_TAB) ?? '';
    localStorage.setItem(OTHER_TAB, chosenHere.replace('"data":2', '"data":9'));
    expect(storedProduct.read(7)).toBe(2);
  });

  it("of a new tab is the user's last choice", () => {
    storedProduct.write(2, 7);
    sessionStorage.clear();
    expect(storedProduct.read(7)).toBe(2);
    expect(storedProduct.read(8)).toBeUndefined();
  });
});
