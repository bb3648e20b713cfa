import { useRef, type PointerEvent } from 'react';
import styles from './header-cell.module.css';

const MIN_WIDTH = 64;
const MAX_WIDTH = 480;
const KEY_STEP = 16;

const within = (width: number): number => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)));

/** Returns the width after an arrow key; undefined for other keys. */
export function widthAfter(width: number, key: string): number | undefined {
  const step = key === 'ArrowRight' ? KEY_STEP : key === 'ArrowLeft' ? -KEY_STEP : 0;
  return step === 0 ? undefined : within(width + step);
}

export interface ResizeHandleProps {
  width: number;
  /** Called once, when the drag ends. */
  onResize: (width: number) => void;
}

/** Outer edge of a header that resizes its column by pointer; the header handles keys. */
export function ResizeHandle({ width, onResize }: ResizeHandleProps) {
  const start = useRef<number | undefined>(undefined);

  /** Pixels that the edge was dragged outwards: to the left on mirrored pages. */
  const pulledBy = (event: PointerEvent<HTMLSpanElement>): number =>
    (event.clientX - (start.current ?? event.clientX)) * (document.documentElement.dir === 'rtl' ? -1 : 1);

  function grab(event: PointerEvent<HTMLSpanElement>): void {
    event.preventDefault();
    start.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function pull(event: PointerEvent<HTMLSpanElement>): void {
    if (start.current === undefined) return;
    const pulled = within(width + pulledBy(event)) - width;
    event.currentTarget.style.transform = `translateX(${document.documentElement.dir === 'rtl' ? -pulled : pulled}px)`;
  }
  function release(event: PointerEvent<HTMLSpanElement>): void {
    if (start.current === undefined) return;
    event.currentTarget.style.transform = '';
    const pulled = pulledBy(event);
    start.current = undefined;
    if (pulled !== 0) onResize(within(width + pulled));
  }

  return (
    <span
      aria-hidden="true"
      className={styles.resize}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={release}
    />
  );
}
