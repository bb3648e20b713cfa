/** Turns dark charts into light ones and keeps their hues. */
const LIGHTENED = 'invert(1) hue-rotate(180deg)';

/** Elements that contain a chart. */
const PLOTS = '[data-chart-source-type]';

/** Draws the canvases of a chart onto a single new canvas. */
function copyOf(plot: HTMLElement, canvases: readonly HTMLCanvasElement[], dark: boolean): HTMLCanvasElement {
  const place = plot.getBoundingClientRect();
  const copy = document.createElement('canvas');
  const scale = window.devicePixelRatio;
  copy.width = Math.round(place.width * scale);
  copy.height = Math.round(place.height * scale);
  copy.dataset.copy = '';
  copy.style.width = `${place.width}px`;
  copy.hidden = true;
  if (dark) copy.style.filter = LIGHTENED;
  const context = copy.getContext('2d');
  for (const canvas of canvases) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    if (canvas.width > 0 && canvas.height > 0)
      context?.drawImage(
        canvas,
        (left - place.left) * scale,
        (top - place.top) * scale,
        width * scale,
        height * scale,
      );
  }
  return copy;
}

/**
 * Adds printable copies of the charts. Charts redraw for the size and colours of the sheet, but only after
 * the browser has captured it, which leaves them blank.
 * @returns a function that stops it
 */
export function addPrintCopies(): () => void {
  const copies: HTMLCanvasElement[] = [];
  const clear = (): void => copies.splice(0).forEach((copy) => copy.remove());
  const draw = (): void => {
    clear();
    const dark = document.documentElement.dataset.theme === 'dark';
    for (const plot of document.querySelectorAll<HTMLElement>(PLOTS)) {
      const canvases = [...plot.querySelectorAll('canvas')];
      if (canvases.length === 0) continue;
      const copy = copyOf(plot, canvases, dark);
      copies.push(copy);
      plot.after(copy);
    }
  };
  window.addEventListener('beforeprint', draw);
  window.addEventListener('afterprint', clear);
  return () => {
    window.removeEventListener('beforeprint', draw);
    window.removeEventListener('afterprint', clear);
    clear();
  };
}
