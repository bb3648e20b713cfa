import { useCallback, useState, type RefCallback } from 'react';

/** Takes an element, whenever it is drawn, and tells its height in pixels, followed live; 0 until then. */
export function useElementHeight(): readonly [take: RefCallback<HTMLElement>, height: number] {
  const [height, setHeight] = useState(0);
  const take = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = (): void => setHeight(Math.round(element.getBoundingClientRect().height));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [take, height];
}
