import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeMark, OptionalMetricLink, metricChange, metricText, ValueMark } from '../table/number-cell';
import { MeasureName } from '../table/measure-tip';
import { restsOnFew } from '../table/measure-column';
import { Placeholder } from '../loading';
import styles from './key-metrics.module.css';
import type { ReportRow } from './answer';
import type { MetricLinks } from './drill-down-links';
import type { ReportColumn } from './types';

/** Additional period beside the compared one, shown without a change. */
export interface ReferenceTotal {
  label: string;
  total: ReportRow | undefined;
  /** Whether its days are unfinished; drawn hatched. */
  running?: boolean;
  /** Links to the rows behind its values. */
  opens?: MetricLinks | undefined;
}

export interface KeyMetricsProps {
  columns: readonly ReportColumn[];
  /** Undefined while loading. */
  total: ReportRow | undefined;
  previousTotal?: ReportRow | undefined;
  compared?: boolean;
  /** Whether the user folded them away. */
  folded?: boolean;
  /** One scrolling line, or rows of four. */
  layout?: 'strip' | 'grid';
  /** Accessible name; defaults to that of reports. */
  label?: string;
  /** Label of the comparison period, if any. */
  previousLabel?: string;
  reference?: ReferenceTotal;
  /** Links to the rows behind a value. */
  opens?: MetricLinks | undefined;
  /** Links for the comparison period. */
  opensPrevious?: MetricLinks | undefined;
  /** Sparkline below a value. */
  spark?: ((column: ReportColumn) => ReactNode) | undefined;
}

const toneOf = (value: number | null): string | undefined =>
  value === null || value === 0 ? 'ic-muted ic-regular' : value < 0 ? 'ic-error' : undefined;

/** Glyph counts from which values get a smaller and an even smaller font to fit their cell. */
const ROOM = { long: 10, longer: 13 };
/** From this number of columns on, each has less room. */
const MANY = 8;
const ROOM_OF_MANY = { long: 8.5, longer: 11 };
/** Width of a full-width glyph in digits. */
const FULL_WIDTH = 1.6;
const widthOf = (text: string): number =>
  [...text].reduce((sum, glyph) => sum + (glyph > '\u2e80' ? FULL_WIDTH : 1), 0);

const textOf = ({ unit, decimals }: ReportColumn, value: number | null): string =>
  metricText(value, { unit, decimals });

/** Returns the tooltip of the mark beside a value. */
function markOf(column: ReportColumn, total: ReportRow): string | undefined {
  const value = column.value(total);
  return value === null || value === 0 ? undefined : column.mark?.(total);
}

/** Returns the font size: values of one line share the size of the longest with its mark. */
function sizeOf(columns: readonly ReportColumn[], total: ReportRow, room: typeof ROOM): string {
  const longest = Math.max(
    ...columns.map(
      (column) =>
        widthOf(textOf(column, column.value(total))) + (markOf(column, total) === undefined ? 0 : 1),
    ),
  );
  return (longest >= room.longer ? styles.longer : longest >= room.long ? styles.long : '') ?? '';
}

/** Key metrics of a period: value, previous value and change. */
export function KeyMetrics(props: KeyMetricsProps) {
  const { columns, layout = 'strip', label } = props;
  const { t } = useTranslation();
  const size =
    layout === 'strip' && props.total
      ? sizeOf(columns, props.total, columns.length < MANY ? ROOM : ROOM_OF_MANY)
      : undefined;
  if (props.folded) return null;
  return (
    <section aria-label={label ?? t('report.keyFigures')} aria-busy={!props.total}>
      <dl
        className={
          layout === 'strip'
            ? `ic-grid ic-card ic-scroll-x ${styles.strip}`
            : `ic-grid ic-rounded ic-hidden ${styles.grid}`
        }
      >
        {columns.map((column) => (
          <div key={column.key} className={styles.figure}>
            <dt className="ic-nowrap ic-caption">
              <MeasureName metric={column} numbers={props.total && column.numbers?.(props.total)} />
            </dt>
            {props.total ? (
              <KeyMetric
                {...props}
                column={column}
                total={props.total}
                size={size ?? sizeOf([column], props.total, ROOM)}
              />
            ) : (
              <KeyMetricsPlaceholder {...props} />
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

type KeyMetricProps = Omit<KeyMetricsProps, 'columns' | 'total'> & {
  column: ReportColumn;
  total: ReportRow;
  size: string;
};

function KeyMetric({
  column,
  total,
  size,
  previousTotal,
  compared,
  previousLabel,
  reference,
  opens,
  opensPrevious,
  spark,
}: KeyMetricProps) {
  const { unit, decimals, direction } = column;
  const text = (value: number | null): string => textOf(column, value);
  const value = column.value(total);
  const mark = markOf(column, total);
  const previous = previousTotal ? column.value(previousTotal) : null;
  const change = metricChange(value, previous, { unit, decimals });
  return (
    <>
      <dd className={`ic-mt-4 ic-nowrap ic-strong ic-figures ${styles.value} ${size} ${toneOf(value) ?? ''}`}>
        <OptionalMetricLink className={styles.open} to={opens?.(total, column)}>
          {text(value)}
        </OptionalMetricLink>
        {mark !== undefined && <ValueMark text={mark} />}
      </dd>
      {compared && (
        <dd className={`ic-stack ic-text-12 ${styles.compared}`}>
          {change !== null && (
            <ChangeMark change={change} direction={direction} few={restsOnFew(column, previousTotal)} />
          )}
          <span className={`ic-muted ic-figures ${styles.previous}`}>
            {previousLabel}{' '}
            <OptionalMetricLink
              className={styles.open}
              to={previousTotal && opensPrevious?.(previousTotal, column)}
            >
              {text(previous)}
            </OptionalMetricLink>
          </span>
        </dd>
      )}
      {reference && (
        <dd className={`ic-nowrap ic-hint ic-figures ${styles.reference}`}>
          <span className={reference.running ? 'ic-running' : undefined}>{reference.label}</span>{' '}
          <OptionalMetricLink
            className={styles.open}
            to={reference.total && reference.opens?.(reference.total, column)}
          >
            {text(reference.total ? column.value(reference.total) : null)}
          </OptionalMetricLink>
        </dd>
      )}
      {spark && <dd className={styles.spark}>{spark(column)}</dd>}
    </>
  );
}

function KeyMetricsPlaceholder({ compared, layout, reference, spark }: KeyMetricsProps) {
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
      {spark && <dd className={styles.sparkToCome} aria-hidden="true" />}
    </>
  );
}
