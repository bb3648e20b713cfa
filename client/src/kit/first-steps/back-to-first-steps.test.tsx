import { act, screen } from '@testing-library/react';
import { onboarding } from '../../../../shared/i18n/ja/onboarding';
import { testSession } from '../../../test/render';
import { renderRoutes } from '../../../test/render-routes';
import type { Session } from '../../session/session-context';
import { keepOrigins } from '../came-from';
import { SavedNote } from '../form/saved-note';

const rights = (['products', 'ads', 'cv_settings'] as const).map((menu) => ({
  menu,
  level: 'EDIT' as const,
}));
const young: Session = {
  ...testSession,
  profile: { ...testSession.profile, rights },
  products: [{ id: 1, label: '新しい商品', weekStart: 1, firstDay: null }],
};

/** Goes from one page to a setting, and saves it. */
async function saveFrom(from: string, session: Session): Promise<void> {
  const { router } = await renderRoutes({ '/config/product': <SavedNote />, '*': null }, from, session);
  keepOrigins(router);
  await act(() => router.navigate('/config/product'));
}
const back = () => screen.queryByRole('link', { name: /に戻る$/ });

describe('after something is saved', () => {
  afterEach(() => localStorage.clear());

  it('the way leads back to the first steps, by their name, for whoever came from there', async () => {
    await saveFrom('/dashboard?product_id=1', young);
    expect(back()).toHaveAttribute('href', '/dashboard?product_id=1');
    expect(back()).toHaveTextContent(`「${onboarding.title}」に戻る`);
  });

  it.each<[string, string, Session]>([
    ['came from elsewhere', '/ad/setting', young],
    ['has a product that has measured for long', '/dashboard', { ...young, products: testSession.products }],
    ['may not set it up', '/dashboard', { ...young, profile: testSession.profile }],
  ])('it does not for whoever %s', async (_who, from, session) => {
    await saveFrom(from, session);
    expect(screen.getByRole('status')).toHaveTextContent('保存しました');
    expect(back()).toBeNull();
  });
});
