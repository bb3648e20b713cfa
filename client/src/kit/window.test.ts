import { act, renderHook } from '@testing-library/react';
import { useMediaQuery } from './use-window';
import { preventPageScroll } from './prevent-page-scroll';

const print = (type: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(type)));

it.each([
  ['(max-width: 767px)', false],
  ['(max-width: 1199px)', true],
  ['(min-width: 768px)', true],
  ['(min-width: 1200px)', false],
])('%s is evaluated for the sheet (%p) as soon as printing starts', (query, onSheet) => {
  const media = jest.spyOn(window, 'matchMedia').mockImplementation(
    (text) =>
      ({
        matches: text === query && !onSheet,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const { result, unmount } = renderHook(() => useMediaQuery(query));
  expect(result.current).toBe(!onSheet);
  print('beforeprint');
  expect(result.current).toBe(onSheet);
  print('afterprint');
  expect(result.current).toBe(!onSheet);
  unmount();
  media.mockRestore();
});

/** Whether the browser would handle a key itself. */
function scrolls(html: string, key: string): boolean {
  document.body.innerHTML = html;
  return (
    document.body.firstElementChild?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ) ?? false
  );
}

describe('arrow keys on a select', () => {
  beforeAll(() => addEventListener('keydown', preventPageScroll));
  afterAll(() => removeEventListener('keydown', preventPageScroll));

  it.each(['ArrowDown', 'ArrowUp'])('%s opens it without scrolling the page', (key) => {
    expect(scrolls('<input role="combobox" readonly>', key)).toBe(false);
  });

  it.each([
    ['elsewhere', '<button>', 'ArrowDown'],
    ['in a text field', '<input>', 'ArrowUp'],
    ['sideways in a select', '<input role="combobox">', 'ArrowLeft'],
  ])('keep their default behaviour %s', (_where, html, key) => {
    expect(scrolls(html, key)).toBe(true);
  });
});
