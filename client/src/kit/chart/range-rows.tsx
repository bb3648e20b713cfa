import { useEffect, useRef, type CSSProperties } from 'react';
import { useRowHighlight } from '../row-highlight';
import { IntervalScale } from './interval-plot';
import styles from './range-rows.module.css';

/** Shapes that tell marks apart without colour. */
type RangeShape = 'dot' | 'chosen' | 'normal' | 'diamond' | 'hollowDiamond' | 'hollowSquare' | 'whisker';

/** Value of one model on the range of a row. */
export interface RangeMark {
  readonly key: string;
  readonly value: number;
  readonly shape: RangeShape;
  readonly colour?: string | undefined;
}

/** Row with the range from its lowest to its highest value. */
export interface RangeRow {
  readonly key: string;
  readonly name: string;
  /** Text alternative. */
  readonly spoken: string;
  readonly low: number;
  readonly high: number;
  /** Values on the range; later marks lie on top. */
  readonly marks: readonly RangeMark[];
  /** Intervals of some of the values. */
  readonly whiskers?: readonly { readonly low: number; readonly high: number; readonly colour: string }[];
  /** The range in words, at the end of the row. */
  readonly text: string;
}

type MarkStyle = CSSProperties & Partial<Record<'--mark' | '--span', string | undefined>>;

/** Returns the width of a text in digits. Full-width characters such as Japanese count as two. */
const digitsOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (letter > '\u2fff' ? 2 : 1), 0);

/** Mark in the legend. */
export function RangeSign({ shape, colour }: Pick<RangeMark, 'shape' | 'colour'>) {
  const style: MarkStyle = { '--mark': colour };
  return <i className={`${styles.mark} ${styles.sign} ${styles[shape] ?? ''}`} style={style} />;
}

interface RangeRowsProps {
  rows: readonly RangeRow[];
  /** End of the scale, which starts at 0. */
  most: number;
  /** Short text of a value on the scale. */
  textOf: (value: number) => string;
  /** Maximum height; more rows scroll. */
  maxHeight?: number | undefined;
  /** Whether names are whole and rows as high as those need. */
  whole?: boolean;
  onOpen: (key: string) => void;
}

/** One line per row from its lowest to its highest value with a mark per model, and the scale below them. */
export function RangeRows({ rows, most, textOf, maxHeight, whole = false, onOpen }: RangeRowsProps) {
  const highlight = useRowHighlight();
  const list = useRef<HTMLUListElement>(null);
  useEffect(
    () =>
      highlight.subscribe((key) => {
        for (const row of list.current?.children ?? [])
          row.classList.toggle(styles.lit ?? '', row.getAttribute('data-row') === key);
      }),
    [highlight],
  );
  const at = (value: number): string => `${Math.min(100, (100 * Math.max(0, value)) / most)}%`;
  const between = (low: number, high: number): CSSProperties => ({
    insetInlineStart: at(low),
    width: `calc(${at(high)} - ${at(low)})`,
  });
  const widest: MarkStyle = { '--span': `${Math.max(0, ...rows.map(({ text }) => digitsOf(text)))}ch` };
  const marked = (mark: string | undefined, place: CSSProperties): MarkStyle => ({
    ...place,
    '--mark': mark,
  });
  return (
    <div className={whole ? styles.whole : undefined}>
      <ul
        ref={list}
        className={`ic-list ${maxHeight === undefined ? '' : 'ic-scroll-y'} ${styles.rows}`}
        style={{ ...widest, maxHeight }}
      >
        {rows.map(({ key, name, spoken, low, high, marks, whiskers = [], text }) => (
          <li key={key} data-row={key}>
            <button
              type="button"
              className={`ic-grid ic-align-center ic-wide ic-gap-12 ic-pointer ic-start ${styles.row}`}
              title={spoken}
              onMouseEnter={() => highlight.set(key)}
              onMouseLeave={() => highlight.set(null)}
              onFocus={() => highlight.set(key)}
              onBlur={() => highlight.set(null)}
              onClick={() => onOpen(key)}
            >
              <span className="ic-visually-hidden">{spoken}</span>
              <span className="ic-name" aria-hidden="true">
                {name}
              </span>
              <span className={`ic-relative ${styles.track}`} aria-hidden="true">
                <i className={styles.line} style={between(low, high)} />
                {whiskers.map((whisker) => (
                  <i
                    key={whisker.colour}
                    className={styles.whisker}
                    style={marked(whisker.colour, between(whisker.low, whisker.high))}
                  />
                ))}
                {marks.map((mark) => (
                  <i
                    key={mark.key}
                    className={`${styles.mark} ${styles[mark.shape] ?? ''}`}
                    style={marked(mark.colour, { insetInlineStart: at(mark.value) })}
                  />
                ))}
              </span>
              <span className="ic-hidden ic-nowrap ic-secondary ic-figures ic-end" aria-hidden="true">
                {text}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={`ic-grid ic-gap-12 ic-text-12 ic-figures ${styles.scale}`} style={widest}>
        <IntervalScale most={most} textOf={textOf} />
      </div>
    </div>
  );
}
