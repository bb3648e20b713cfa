import type { FirstStepsQuery } from '../../generated/graphql';
import { stepsOf } from './steps';

const empty: FirstStepsQuery = {
  product: { __typename: 'Product', id: 1, productDomain: null, productUrl: null, tag: '<script>' },
  productSetup: {
    __typename: 'ProductSetup',
    productId: 1,
    lastTagAt: null,
    lastClickAt: null,
    lastConversionAt: null,
    missing: [
      { __typename: 'SetupGap', code: 'no_domain', label: 'ドメイン' },
      { __typename: 'SetupGap', code: 'wrong_domain', label: '別のドメインです' },
    ],
  },
  ads: { __typename: 'AdPage', count: 0, results: [] },
  cvSettings: { __typename: 'CvSettingPage', count: 0, results: [] },
  users: { __typename: 'UserPage', count: 1 },
} as unknown as FirstStepsQuery;
const doneOf = (answer: FirstStepsQuery) =>
  stepsOf(answer)
    .filter(({ done }) => done)
    .map(({ step }) => step);

describe('the first steps', () => {
  it('are in the order in which users take them', () => {
    expect(stepsOf(empty).map(({ step }) => step)).toEqual(['product', 'tag', 'ad', 'click', 'cv', 'user']);
    expect(doneOf(empty)).toEqual([]);
  });

  it('include the second user only for users who may add one', () => {
    expect(
      stepsOf({ ...empty, users: undefined } as unknown as FirstStepsQuery).map(({ step }) => step),
    ).not.toContain('user');
  });

  it('are done when data arrives, not when a button is pressed', () => {
    const at = '2026-11-22T01:00:00.000Z';
    const { product, productSetup } = empty;
    expect(doneOf({ ...empty, product: { ...product, productDomain: 'shop.example' } })).toEqual([]);
    expect(
      doneOf({
        ...empty,
        product: { ...product, productDomain: 'shop.example', productUrl: 'https://shop.example/' },
      }),
    ).toEqual(['product']);
    expect(doneOf({ ...empty, productSetup: { ...productSetup, lastTagAt: at } })).toEqual(['tag']);
    expect(doneOf({ ...empty, ads: { ...empty.ads, count: 1 } })).toEqual(['ad']);
    expect(doneOf({ ...empty, productSetup: { ...productSetup, lastClickAt: at } })).toEqual(['click']);
    expect(doneOf({ ...empty, productSetup: { ...productSetup, lastConversionAt: at } })).toEqual(['cv']);
    expect(doneOf({ ...empty, users: { ...empty.users!, count: 2 } })).toEqual(['user']);
  });

  it('explain why the tag has not been seen', () => {
    expect(stepsOf(empty).find(({ step }) => step === 'tag')?.hints).toEqual(['別のドメインです']);
  });
});
