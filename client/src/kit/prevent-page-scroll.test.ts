import { keepPageStill } from './prevent-page-scroll';

/** Whether the browser would do its own with a key that was pressed there. */
function scrolls(html: string, key: string): boolean {
  document.body.innerHTML = html;
  return (
    document.body.firstElementChild?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ) ?? false
  );
}

describe('arrows on a choice', () => {
  beforeAll(() => addEventListener('keydown', keepPageStill));
  afterAll(() => removeEventListener('keydown', keepPageStill));

  it.each(['ArrowDown', 'ArrowUp'])('%s opens it and leaves the page where it is', (key) => {
    expect(scrolls('<input role="combobox" readonly>', key)).toBe(false);
  });

  it.each([
    ['elsewhere', '<button>', 'ArrowDown'],
    ['in a line of text', '<input>', 'ArrowUp'],
    ['sideways in a choice', '<input role="combobox">', 'ArrowLeft'],
  ])('stay with the browser %s', (_where, html, key) => {
    expect(scrolls(html, key)).toBe(true);
  });
});
