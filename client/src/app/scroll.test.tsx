import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { CONFIRM_WIDTH, DIALOG_MAX_HEIGHT, DIALOG_WIDTH } from '../kit/dialog/dialog';
import { startI18n } from '../i18n/i18n';
import { LayoutProvider } from '../preferences/layout-context';
import { ThemeProvider } from '../theme/theme-provider';
import { ScrollRules } from './scroll-rules';
import { ScrollToTop } from './scroll-to-top';

const scrolled = jest.fn();
window.scrollTo = scrolled as unknown as typeof window.scrollTo;

const draw = (initialEntries = ['/a']) => {
  const router = createMemoryRouter([{ path: '*', element: <><ScrollRules /><Outlet /></> }], { initialEntries });
  render(<RouterProvider router={router} />);
  scrolled.mockClear();
  return router;
};
const place = (id: string, top: number): HTMLElement => {
  const element = document.createElement('div');
  element.id = id;
  element.getBoundingClientRect = () => ({ top }) as DOMRect;
  return element;
};

describe('scrolling', () => {
  afterEach(() => document.body.replaceChildren());

  it('a navigation begins at the top', async () => {
    const router = draw();
    await act(() => router.navigate('/b'));
    expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  });

  it('Back keeps its place', async () => {
    const router = draw(['/a', '/b']);
    await act(() => router.navigate(-1));
    expect(scrolled).not.toHaveBeenCalled();
  });

  it('a hash is scrolled to smoothly, with an offset of 60', async () => {
    const router = draw();
    document.body.append(place('tag', 500));
    await act(() => router.navigate('/a#tag'));
    expect(scrolled).toHaveBeenCalledWith({ top: 440, behavior: 'smooth' });
  });

  it('what a hash names is waited for, since screens come later', async () => {
    const router = draw();
    await act(() => router.navigate('/a#late'));
    expect(scrolled).not.toHaveBeenCalled();
    await act(async () => document.body.append(place('late', 300)));
    expect(scrolled).toHaveBeenCalledWith({ top: 240, behavior: 'smooth' });
  });

  it('a hash that is no text is nothing', async () => {
    const router = draw();
    await act(() => router.navigate('/a#%E3%8'));
    expect(scrolled).not.toHaveBeenCalled();
  });

  it('a button back to the top appears beyond 200 pixels', async () => {
    await startI18n('ja');
    render(<LayoutProvider><ThemeProvider><ScrollToTop /></ThemeProvider></LayoutProvider>);
    const to = (y: number): void => {
      Object.assign(window, { scrollY: y });
      fireEvent.scroll(window);
    };
    to(200);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    to(201);
    fireEvent.click(screen.getByRole('button', { name: 'ページの先頭へ戻る' }));
    expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
    to(0);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('dialogs are 800 wide, confirmations 340, none higher than 90 %', () => {
  expect([DIALOG_WIDTH, CONFIRM_WIDTH, DIALOG_MAX_HEIGHT]).toEqual([800, 340, '90vh']);
});
