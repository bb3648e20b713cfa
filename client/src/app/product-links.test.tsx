import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { renderPage, testSession } from '../../test/render';
import { SessionProvider } from '../session/session-context';
import { ProductLinks } from './product-links';

const PRODUCTS = [...testSession.products, { id: 2, label: '美容液', weekStart: 1, firstDay: null }];

async function pageOf(
  to: string,
  products: typeof testSession.products = PRODUCTS,
  address = '/dashboard',
): Promise<{ link: HTMLElement; readBy: (fire: (link: HTMLElement) => void) => string | null }> {
  await renderPage(
    <>
      <Link to={to}>開く</Link>
      <ProductLinks />
    </>,
    address,
    { ...testSession, products },
  );
  const link = screen.getByRole('link');
  // The browser opens the link as it is after all listeners have run.
  const readBy = (fire: (of: HTMLElement) => void): string | null => {
    let read: string | null = null;
    const last = (event: Event): void => {
      read = link.getAttribute('href');
      event.preventDefault();
    };
    for (const way of ['click', 'auxclick', 'contextmenu'])
      window.addEventListener(way, last, { once: true });
    fire(link);
    return read;
  };
  return { link, readBy };
}

describe('a link opened in a new tab', () => {
  it.each([
    [
      'by middle click',
      (link: HTMLElement) =>
        fireEvent(link, new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 })),
    ],
    ['by click with a modifier key', (link: HTMLElement) => fireEvent.click(link, { ctrlKey: true })],
    ['by its context menu', (link: HTMLElement) => fireEvent.contextMenu(link)],
  ])('includes the current product: %s', async (_way, fire) => {
    const { link, readBy } = await pageOf('/analyze/ad-statistics?from=2026-11-26&to=2026-11-26#table');
    expect(readBy(fire)).toBe('/analyze/ad-statistics?from=2026-11-26&to=2026-11-26&product_id=1#table');
    await act(() => new Promise((done) => setTimeout(done)));
    expect(link).toHaveAttribute('href', '/analyze/ad-statistics?from=2026-11-26&to=2026-11-26#table');
  });

  it.each([
    ['names its product', '/log/cv?product_id=2'],
    ['is a short link', '/v/abc'],
    ['leads out of the console', 'https://example.com/dashboard'],
  ])('is unchanged if it %s', async (_case, to) => {
    const { readBy } = await pageOf(to);
    expect(readBy((link) => fireEvent.click(link, { ctrlKey: true }))).toBe(to);
  });

  it('is unchanged if there is only one product', async () => {
    const { readBy } = await pageOf('/dashboard', testSession.products);
    expect(readBy((link) => fireEvent.click(link, { ctrlKey: true }))).toBe('/dashboard');
  });

  it('is unchanged if it opens in this tab', async () => {
    const { readBy } = await pageOf('/dashboard');
    expect(readBy((link) => fireEvent.click(link))).toBe('/dashboard');
  });
});

describe('the address bar', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it.each([
    [
      'names the current product',
      '/analyze/ad-statistics?axis=asp#table',
      PRODUCTS,
      '/analyze/ad-statistics?axis=asp&product_id=1#table',
    ],
    [
      'keeps the product that it names',
      '/log/cv?product_id=2&page=3',
      PRODUCTS,
      '/log/cv?product_id=2&page=3',
    ],
    ['names no product if there is only one', '/dashboard', testSession.products, '/dashboard'],
    ['names no product on a page without one', '/login?next=1', PRODUCTS, '/login?next=1'],
  ])('%s', async (_case, address, products, expected) => {
    window.history.replaceState({ idx: 4 }, '', address);
    await pageOf('/dashboard', products, address);
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(expected);
    // The router finds its position in the history by it.
    expect(window.history.state).toEqual({ idx: 4 });
  });

  it.each([
    ['several are left', [{ ...PRODUCTS[1]! }, { ...PRODUCTS[1]!, id: 3 }]],
    ['one is left', PRODUCTS.slice(1)],
  ])('follows when the product is no longer available: %s', async (_case, left) => {
    const Losing = () => {
      const [session, setSession] = useState({ ...testSession, products: PRODUCTS });
      return (
        <SessionProvider session={session}>
          <button type="button" onClick={() => setSession({ ...session, products: left, productId: 2 })}>
            取り上げる
          </button>
          <ProductLinks />
        </SessionProvider>
      );
    };
    window.history.replaceState(null, '', '/log/cv?page=3');
    await renderPage(<Losing />, '/log/cv?page=3');
    expect(window.location.search).toBe('?page=3&product_id=1');
    act(() => screen.getByRole('button').click());
    expect(window.location.search).toBe('?page=3&product_id=2');
  });
});
