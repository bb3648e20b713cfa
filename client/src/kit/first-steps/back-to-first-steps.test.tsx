import { act, screen } from '@testing-library/react';
import { texts } from '../../../../shared/i18n';
import { testSession } from '../../../test/render';
import { renderRoutes } from '../../../test/render-routes';
import type { Session } from '../../session/session-context';
import { trackOrigins } from '../page-origin';
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
