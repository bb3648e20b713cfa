import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../report/report-table.module.css';

const LEAST_WIDTH = 64;
const MOST_WIDTH = 480;
const KEY_STEP = 16;

const within = (width: number): number => Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.round(width)));

export interface ResizeHandleProps {
  /** Name of the column. */
  label: string;
  width: number;
  /** Called once, when the column is let go or a key is pressed. */
  onResize: (width: number) => void;
}

/** The right edge of a header, by which its column is made wider or narrower. */
export function ResizeHandle({ label, width, onResize }: ResizeHandleProps) {
  const { t } = useTranslation();
  const start = useRef<number | undefined>(undefined);

  function grab(event: PointerEvent<HTMLSpanElement>): void {
    event.preventDefault();
    event.stopPropagation();
    start.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function pull(event: PointerEvent<HTMLSpanElement>): void {
    if (start.current === undefined) return;
    event.currentTarget.style.transform = `translateX(${within(width + event.clientX - start.current) - width}px)`;
  }
  function release(event: PointerEvent<HTMLSpanElement>): void {
    if (start.current === undefined) return;
    event.currentTarget.style.transform = '';
    const pulled = event.clientX - start.current;
    start.current = undefined;
    if (pulled !== 0) onResize(within(width + pulled));
  }
  function press(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? KEY_STEP : event.key === 'ArrowLeft' ? -KEY_STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(within(width + step));
  }

  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('report.resizeColumn', { column: label })}
      aria-valuenow={width}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      tabIndex={0}
      className={styles.resize}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={release}
      onKeyDown={press}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
