import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { CONFIRM_WIDTH, DIALOG_MAX_HEIGHT, DIALOG_WIDTH } from '../kit/dialog/confirm-dialog';
import { startI18n } from '../i18n/i18n';
import { LayoutProvider } from '../preferences/layout-context';
import { ThemeProvider } from '../theme/theme-provider';
import { ScrollRules } from './scroll-rules';
import { ScrollToTop } from './scroll-to-top';

const scrolled = jest.fn();
window.scrollTo = scrolled as unknown as typeof window.scrollTo;

let go: NavigateFunction;
function NavigateProbe() {
  go = useNavigate();
  return null;
}
const draw = (initialEntries = ['/a']): void => {
  render(
    <MemoryRouter initialEntries={initialEntries}>
      <ScrollRules />
      <NavigateProbe />
    </MemoryRouter>,
  );
  scrolled.mockClear();
};
const navigate = (to: string | -1): Promise<void> =>
  act(async () => void (typeof to === 'number' ? go(to) : go(to)));
const place = (id: string, top: number): HTMLElement => {
  const element = document.createElement('div');
  element.id = id;
  element.getBoundingClientRect = () => ({ top }) as DOMRect;
  return element;
};

describe('scrolling', () => {
  afterEach(() => document.querySelectorAll('#tag, #late').forEach((element) => element.remove()));

  // rule: screens-09
  it('starts a new page at the top', async () => {
    draw();
    await navigate('/b');
    expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  });

  it('keeps the position on Back', async () => {
    draw(['/a', '/b']);
    await navigate(-1);
    expect(scrolled).not.toHaveBeenCalled();
  });

  // rule: screens-11
  it('scrolls smoothly to a hash, with an offset of 60', async () => {
    draw();
    document.body.append(place('tag', 500));
    await navigate('/a#tag');
    expect(scrolled).toHaveBeenCalledWith({ top: 440, behavior: 'smooth' });
  });

  it('scrolls below all sticky parts: navbar, horizontal menu and filter bar', async () => {
    const { style } = document.documentElement;
    draw();
    document.body.append(place('tag', 500));
    style.setProperty('--ic-frame-top', '102px');
    await navigate('/a#tag');
    expect(scrolled).toHaveBeenCalledWith({ top: 394, behavior: 'smooth' });
    style.setProperty('--ic-page-bar', '50px');
    await navigate('/b#tag');
    expect(scrolled).toHaveBeenCalledWith({ top: 344, behavior: 'smooth' });
    for (const name of ['--ic-frame-top', '--ic-page-bar']) style.removeProperty(name);
  });

  it('waits for the target of a hash, because screens load later', async () => {
    draw();
    await navigate('/a#late');
    expect(scrolled).not.toHaveBeenCalled();
    await act(async () => document.body.append(place('late', 300)));
    expect(scrolled).toHaveBeenCalledWith({ top: 240, behavior: 'smooth' });
  });

  it('ignores a hash with invalid encoding', async () => {
    draw();
    await navigate('/a#%E3%8');
    expect(scrolled).not.toHaveBeenCalled();
  });

  // rule: screens-12
  it('shows a button back to the top beyond 200 pixels', async () => {
    await startI18n('ja');
    render(
      <LayoutProvider>
        <ThemeProvider>
          <ScrollToTop />
        </ThemeProvider>
      </LayoutProvider>,
    );
    const to = (y: number): void => {
      Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
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

// rule: screens-26
it('dialogs are 800 wide, confirmations 340, none higher than 90 %', () => {
  expect([DIALOG_WIDTH, CONFIRM_WIDTH, DIALOG_MAX_HEIGHT]).toEqual([800, 340, '90vh']);
});
