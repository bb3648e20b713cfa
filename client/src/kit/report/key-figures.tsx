import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../table/change-mark';
import { MeasureName } from '../table/measure-tip';
import { restsOnFew } from '../table/figure-column';
import { Opening } from '../table/figure-link';
import { figureChange, figureText, ValueMark } from '../table/number-cell';
import { Placeholder } from '../placeholder';
import styles from './key-figures.module.css';
import type { ReportRow } from './answer';
import type { FigureLinks } from './figure-links';
import type { ReportColumn } from './types';

/** A further period beside the compared one, shown without a change. */
export interface ReferenceTotal {
  label: string;
  total: ReportRow | undefined;
  /** Whether its days are not finished, which is drawn hatched. */
  running?: boolean;
  /** Where the rows behind its figures are. */
  opens?: FigureLinks | undefined;
}

export interface KeyFiguresProps {
  columns: readonly ReportColumn[];
  /** Undefined while it is on its way. */
  total: ReportRow | undefined;
  previousTotal: ReportRow | undefined;
  compared: boolean;
  /** One line that scrolls, or rows of four. */
  layout?: 'strip' | 'grid';
  /** Name for those who listen; of reports unless given. */
  label?: string;
  /** What the days compared with are called, where there are some. */
  previousLabel?: string;
  reference?: ReferenceTotal;
  /** Where the rows behind a figure are. */
  opens?: FigureLinks | undefined;
  /** The same of the period compared with. */
  opensPrevious?: FigureLinks | undefined;
  /** Drawn below a figure: its last days. */
  spark?: ((column: ReportColumn) => ReactNode) | undefined;
}

const toneOf = (value: number | null): string | undefined =>
  value === null || value === 0 ? styles.empty : value < 0 ? styles.negative : undefined;

/** Glyphs of a figure from which on it is set smaller, and smaller still, so that it stays inside its cell. */
const LONG = 10;
const LONGER = 13;
/** How many digits as wide a full-width glyph is. */
const FULL_WIDTH = 1.6;
const longOf = (text: string): string => {
  const length = [...text].reduce((sum, glyph) => sum + (glyph > '\u2e80' ? FULL_WIDTH : 1), 0);
  return length >= LONGER ? (styles.longer ?? '') : length >= LONG ? (styles.long ?? '') : '';
};

/** Key figures of a period: value, previous value and change. */
export function KeyFigures(props: KeyFiguresProps) {
  const { columns, layout = 'strip', label } = props;
  const { t } = useTranslation();
  return (
    <section aria-label={label ?? t('report.keyFigures')} aria-busy={!props.total}>
      <dl className={layout === 'strip' ? styles.strip : styles.grid}>
        {columns.map((column) => (
          <div key={column.key} className={styles.figure}>
            <dt className={styles.label}>
              <MeasureName figure={column} numbers={props.total && column.numbers?.(props.total)} />
            </dt>
            {props.total ? <Figure {...props} column={column} total={props.total} /> : <FigurePlaceholder {...props} />}
          </div>
        ))}
      </dl>
    </section>
  );
}

type FigureProps = Omit<KeyFiguresProps, 'columns' | 'total'> & { column: ReportColumn; total: ReportRow };

function Figure({ column, total, previousTotal, compared, previousLabel, reference, opens, opensPrevious, spark }: FigureProps) {
  const { unit, decimals, direction } = column;
  const text = (value: number | null): string => figureText(value, { unit, decimals });
  const value = column.value(total);
  const mark = column.mark?.(total);
  const previous = previousTotal ? column.value(previousTotal) : null;
  const change = figureChange(value, previous, { unit, decimals });
  return (
    <>
      <dd className={`${styles.value} ${longOf(text(value))} ${toneOf(value) ?? ''}`}>
        <Opening className={styles.open} to={opens?.(total, column)}>{text(value)}</Opening>
        {mark !== undefined && value !== null && value !== 0 && <ValueMark text={mark} />}
      </dd>
      {compared && (
        <dd className={styles.compared}>
          {change !== null && <ChangeMark change={change} direction={direction} few={restsOnFew(column, previousTotal)} />}
          <span className={styles.previous}>
            {previousLabel} <Opening className={styles.open} to={previousTotal && opensPrevious?.(previousTotal, column)}>{text(previous)}</Opening>
          </span>
        </dd>
      )}
      {reference && (
        <dd className={styles.reference}>
          <span className={reference.running ? 'ic-running' : undefined}>{reference.label}</span>{' '}
          <Opening className={styles.open} to={reference.total && reference.opens?.(reference.total, column)}>{text(reference.total ? column.value(reference.total) : null)}</Opening>
        </dd>
      )}
      {spark && <dd className={styles.spark}>{spark(column)}</dd>}
    </>
  );
}

function FigurePlaceholder({ compared, layout, reference, spark }: KeyFiguresProps) {
  const lines = (compared ? (layout === 'grid' ? 1 : 2) : 0) + (reference ? 1 : 0);
  return (
    <>
      <dd className={styles.valueToCome}>
        <Placeholder width={96} height={22} />
      </dd>
      {Array.from({ length: lines }, (_, line) => (
        <dd key={line} className={styles.lineToCome}>
          <Placeholder width={128} height={12} />
        </dd>
      ))}
      {spark && <dd className={styles.sparkToCome} />}
    </>
  );
}
