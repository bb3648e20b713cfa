import { RightOutlined } from '@ant-design/icons';
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { columnSight } from './column-fit';
import styles from './column-rail.module.css';

declare module 'react' {
  interface CSSProperties {
    '--head-height'?: string;
  }
}

/** Inner size of a scroll box in pixels; 0 until it is measured. */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the inner size of a scroll box, without its scroll bars. */
export function useBoxSize(box: RefObject<HTMLElement | null>): BoxSize {
  const [size, setSize] = useState<BoxSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

interface ColumnRailProps {
  box: RefObject<HTMLElement | null>;
  size: BoxSize;
  /** Pixel width of the pinned names. */
  left: number;
  /** Pixel widths of the columns that scroll. */
  columns: readonly number[];
}

/**
 * Covers what is seen of a column in part, at both edges and in motion. The rail at the end counts the columns
 * beyond and scrolls to them.
 */
export function ColumnRail({ box, size, left, columns }: ColumnRailProps) {
  const { t } = useTranslation();
  const before = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLButtonElement>(null);
  const [beyond, setBeyond] = useState(0);
  const [headHeight, setHeadHeight] = useState(0);
  const room = size.width - left;
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const draw = (): void => {
      const sight = columnSight(columns, room, Math.abs(current.scrollLeft));
      if (before.current) before.current.style.width = `${sight.before}px`;
      if (rail.current) rail.current.style.width = `${sight.after}px`;
      setBeyond(sight.beyond);
    };
    draw();
    setHeadHeight(current.querySelector('thead')?.offsetHeight ?? 0);
    current.addEventListener('scroll', draw, { passive: true });
    return () => current.removeEventListener('scroll', draw);
  }, [box, columns, room]);

  function advance(): void {
    const { current } = box;
    if (!current) return;
    const { next } = columnSight(columns, room, Math.abs(current.scrollLeft));
    const isMirrored = getComputedStyle(current).direction === 'rtl';
    current.scrollTo({ left: isMirrored ? -next : next, behavior: isCalm() ? 'instant' : 'smooth' });
  }
  const place: CSSProperties = {
    width: size.width,
    height: size.height,
    marginTop: -size.height,
    '--head-height': `${headHeight}px`,
  };
  const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, one) => sum + one, left));
  return (
    <>
      {columns.map((width, index) => (
        <i
          key={index}
          className={styles.stop}
          style={{ width, insetInlineStart: starts[index] }}
          aria-hidden="true"
        />
      ))}
      <div className={styles.layer} style={place} data-screen-only>
        <div ref={before} className={styles.before} style={{ insetInlineStart: left }} />
        <button
          ref={rail}
          type="button"
          hidden={beyond === 0}
          className={`ic-pointer ic-text-11 ic-strong ic-primary ${styles.rail}`}
          title={t('report.showColumns', { count: beyond })}
          onClick={advance}
        >
          <span className={styles.count}>
            {t('report.moreColumns', { count: beyond })}
            <RightOutlined aria-hidden="true" />
          </span>
        </button>
      </div>
    </>
  );
}
