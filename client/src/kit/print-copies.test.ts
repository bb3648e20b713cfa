import { addPrintCopies } from './print-copies';

const copies = (): NodeListOf<HTMLCanvasElement> =>
  document.querySelectorAll<HTMLCanvasElement>('canvas[data-copy]');

describe('printing charts', () => {
  const drawImage = jest.fn();
  let stop: () => void;

  beforeEach(() => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
    document.body.innerHTML =
      '<p><i data-chart-source-type><canvas></canvas></i></p><p><i data-chart-source-type>words</i></p>';
    document.documentElement.dataset.theme = 'light';
    stop = addPrintCopies();
  });
  afterEach(() => {
    stop();
    jest.restoreAllMocks();
    drawImage.mockClear();
    document.body.innerHTML = '';
  });

  it('prints a copy of the screen that is invisible there and removed afterwards', () => {
    const drawn = document.querySelector('canvas');
    window.dispatchEvent(new Event('beforeprint'));
    expect(copies()).toHaveLength(1);
    expect(copies()[0]).not.toBeVisible();
    expect(drawImage.mock.calls[0]?.[0]).toBe(drawn);
    window.dispatchEvent(new Event('afterprint'));
    expect(copies()).toHaveLength(0);
  });

  it('makes one copy per print, and none after it was stopped', () => {
    window.dispatchEvent(new Event('beforeprint'));
    window.dispatchEvent(new Event('beforeprint'));
    expect(copies()).toHaveLength(1);
    stop();
    expect(copies()).toHaveLength(0);
    window.dispatchEvent(new Event('beforeprint'));
    expect(copies()).toHaveLength(0);
  });

  it.each([
    ['light', ''],
    ['dark', 'invert(1) hue-rotate(180deg)'],
  ])('prints light if the screen is %s', (theme, filter) => {
    document.documentElement.dataset.theme = theme;
    window.dispatchEvent(new Event('beforeprint'));
    expect(copies()[0]?.style.filter).toBe(filter);
  });
});
