import { act, screen } from '@testing-library/react';
import { texts } from '../../../../shared/i18n';
import { testSession } from '../../../test/render';
import { renderRoutes } from '../../../test/render-routes';
import type { Session } from '../../session/session-context';
import { trackOrigins } from '../page-origin';
import { SavedNote } from '../form/form-notes';
import type { FirstStepsQuery } from '../../generated/graphql';
import { stepsOf } from './use-first-steps';

const rights = (['products', 'ads', 'cv_settings'] as const).map((menu) => ({
  menu,
  level: 'EDIT' as const,
}));
const young: Session = {
  ...testSession,
  profile: { ...testSession.profile, rights },
  products: [{ id: 1, label: '新しい商品', weekStart: 1, firstDay: null }],
};

/** Opens a setting from another page and saves it. */
async function saveFrom(from: string, session: Session): Promise<void> {
  const { router } = await renderRoutes({ '/config/product': <SavedNote />, '*': null }, from, session);
  trackOrigins(router);
  await act(() => router.navigate('/config/product'));
}
const back = () => screen.queryByRole('link', { name: /に戻る$/ });

describe('after a setting is saved', () => {
  afterEach(() => localStorage.clear());

  it('links back to the first steps for a user who came from there', async () => {
    await saveFrom('/dashboard?product_id=1', young);
    expect(back()).toHaveAttribute('href', '/dashboard?product_id=1');
    expect(back()).toHaveTextContent(`「${texts.ja.onboarding.title}」に戻る`);
  });

  it.each<[string, string, Session]>([
    ['came from elsewhere', '/ad/setting', young],
    ['has a product with older data', '/dashboard', { ...young, products: testSession.products }],
    ['may not set it up', '/dashboard', { ...young, profile: testSession.profile }],
  ])('shows no link back to a user who %s', async (_who, from, session) => {
    await saveFrom(from, session);
    expect(screen.getByRole('status')).toHaveTextContent('保存しました');
    expect(back()).toBeNull();
  });
});

const empty: FirstStepsQuery = {
  product: { __typename: 'Product', id: 1, productDomain: null, productUrl: null, tag: '<script>' },
  productSetup: {
    __typename: 'ProductSetup',
    productId: 1,
    lastTagAt: null,
    lastClickAt: null,
    lastConversionAt: null,
    lastSaleAt: null,
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
    expect(stepsOf(empty).map(({ step }) => step)).toEqual([
      'product',
      'tag',
      'ad',
      'click',
      'cv',
      'sales',
      'user',
    ]);
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
    expect(doneOf({ ...empty, productSetup: { ...productSetup, lastSaleAt: at } })).toEqual(['sales']);
    expect(doneOf({ ...empty, users: { ...empty.users!, count: 2 } })).toEqual(['user']);
  });

  it('explain why the tag has not been seen', () => {
    expect(stepsOf(empty).find(({ step }) => step === 'tag')?.hints).toEqual(['別のドメインです']);
  });
});
