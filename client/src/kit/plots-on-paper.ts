/** Dark charts in light colours, each in its own hue. */
const LIGHTENED = 'invert(1) hue-rotate(180deg)';

/** What draws a chart. */
const PLOTS = '[data-chart-source-type]';

/** What the canvases of a plot show, drawn on one more. */
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
 * Puts on paper what charts show on the screen. They draw themselves anew as soon as the page takes the width and the
 * colours of a sheet, but later than the sheet is taken, which had blank places for them. Answers how to stop it.
 */
export function keepPlotsOnPaper(): () => void {
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
