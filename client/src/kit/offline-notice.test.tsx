import { act, screen } from '@testing-library/react';
import { renderPage } from '../../test/render';
import { hideNotice, Snackbar } from './notifier';
import { OfflineNotice } from './offline-notice';

it('shows the lost connection while it lasts, and its return once', async () => {
  let online = true;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online });
  const become = (next: boolean): void =>
    act(() => {
      online = next;
      window.dispatchEvent(new Event(next ? 'online' : 'offline'));
    });
  await renderPage(
    <>
      <OfflineNotice />
      <Snackbar />
    </>,
  );
  expect(screen.queryByText(/オフラインです/)).not.toBeInTheDocument();
  become(false);
  expect(screen.getByText(/オフラインです/)).toBeInTheDocument();
  become(true);
  expect(screen.queryByText(/オフラインです/)).not.toBeInTheDocument();
  expect(screen.getByText(/接続が戻りました/)).toBeInTheDocument();
  act(hideNotice);
});
