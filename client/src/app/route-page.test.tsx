import { act, screen } from '@testing-library/react';
import { renderPage } from '../../test/render';
import { changeLanguage } from '../i18n/i18n';
import { RoutePage } from './route-page';

it('a route without a screen says that it is under development', async () => {
  await renderPage(<RoutePage route={{ key: 'not_built_yet', right: null, needs: 'none' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'このページは開発中です。' })).toBeInTheDocument();
  await act(() => changeLanguage('en'));
  expect(await screen.findByRole('heading', { name: 'This page is under development.' })).toBeInTheDocument();
});
