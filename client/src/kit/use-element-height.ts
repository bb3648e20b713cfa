import { useLayoutEffect, useState, type RefObject } from 'react';

/** Height of an element in pixels, followed live; 0 until it is drawn. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => setHeight(Math.round(current.getBoundingClientRect().height));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
