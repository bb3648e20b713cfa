import { useCallback, useState, type RefCallback } from 'react';

/** Returns a ref callback and the current height of its element in pixels; 0 until it is rendered. */
export function useElementHeight(): readonly [ref: RefCallback<HTMLElement>, height: number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = (): void => setHeight(Math.round(element.getBoundingClientRect().height));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, height];
}
