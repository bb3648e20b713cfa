import { RightOutlined } from '@ant-design/icons';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { columnSight, fitColumns, RAIL, type FittedWidths } from './column-fit';
import styles from './column-rail.module.css';

declare module 'react' {
  interface CSSProperties {
    '--head-height'?: string;
  }
}

/** Inner size of a scroll box in pixels; 0 until it is measured. */
interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the inner size of a scroll box, without its scroll bars. */
function useBoxSize(box: RefObject<HTMLElement | null>): BoxSize {
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

/** Column widths fitted to a scroll box, and the properties of a box with whole columns only. */
interface FittedColumns extends FittedWidths {
  /** Pixel width of the table, and of its pinned columns. */
  readonly width: number;
  readonly left: number;
  /** Style of the scroll box. */
  readonly padding: CSSProperties;
  /** Style of the positioned element around the table and the rail. */
  readonly inner: CSSProperties | undefined;
  /** Counts the columns beyond the edge; stands after the table. */
  readonly rail: ReactNode;
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/**
 * Fits columns to a scroll box, so that none is cut at its edge.
 * @param widths memoised pixel widths that the columns want
 * @param isPaper paper has no edge to scroll to
 */
export function useFittedColumns(
  box: RefObject<HTMLElement | null>,
  widths: FittedWidths,
  isPaper = false,
): FittedColumns {
  const size = useBoxSize(box);
  const boxWidth = isPaper ? 0 : size.width;
  const fitted = useMemo(() => fitColumns(widths, boxWidth), [widths, boxWidth]);
  const left = sumOf(fitted.pinned);
  const width = left + sumOf(fitted.columns);
  const overflows = boxWidth > 0 && width > boxWidth;
  return {
    ...fitted,
    width,
    left,
    // Focused cells scroll out from under the pinned columns and the rail. Snapping to a whole column then
    // moves them by at most half a column.
    padding: {
      scrollPaddingInlineStart: left,
      ...(overflows
        ? { scrollPaddingInlineEnd: RAIL + Math.max(0, ...fitted.columns) / 2, scrollSnapType: 'x mandatory' }
        : {}),
    },
    inner: overflows ? { width } : undefined,
    rail: overflows && <ColumnRail box={box} size={size} left={left} columns={fitted.columns} />,
  };
}
