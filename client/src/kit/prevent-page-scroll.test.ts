import { preventPageScroll } from './prevent-page-scroll';

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
