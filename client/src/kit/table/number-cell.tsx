import { memo, type ReactNode } from 'react';
import {
  changeOf,
  durationWords,
  formatMeasure,
  formatTimes,
  timesSigns,
  yenSigns,
  type Change,
} from '../../../../shared/format';
import type { MeasureDirection, MeasureUnit } from '../../../../shared/catalog';
import { currentLanguage } from '../../i18n/i18n';
import { ChangeMark } from './change-mark';
import { FigureLink } from './metric-link';
import styles from './number-cell.module.css';

export interface FigureFormat {
  unit: MeasureUnit;
  decimals?: number | undefined;
  /** Leaves 円 out where the header names it. */
  unitInHeader?: boolean;
  showZero?: boolean;
}

/** A figure as text in the language in use. */
export function figureText(value: number | null, format: FigureFormat): string {
  const { unit, decimals, unitInHeader, showZero } = format;
  return formatMeasure(value, unit, {
    words: durationWords[currentLanguage()],
    yen: yenSigns[currentLanguage()],
    ...(unitInHeader === undefined ? {} : { unitInHeader }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(showZero === undefined ? {} : { showZero }),
  });
}

/** A difference of figures as text, its sign apart: of rates in points. */
export function differenceText(value: number | null, format: FigureFormat): string {
  const text = figureText(value, format);
  return format.unit === 'ratio' ? text.replace(/%$/, 'pt') : text;
}

/** The change of a figure in the language in use; null where there is nothing to compare with. */
export function figureChange(
  value: number | null,
  previous: number | null,
  { unit, decimals }: FigureFormat,
): Change | null {
  const language = currentLanguage();
  return changeOf(value, previous, unit, {
    words: durationWords[language],
    yen: yenSigns[language],
    times: timesSigns[language],
    ...(decimals === undefined ? {} : { decimals }),
  });
}

/** How many times as much something is, in the language in use. */
export const timesText = (times: number): string =>
  formatTimes(times, timesSigns[currentLanguage()], { decimals: 1 });

/** Says something of the value that it stands beside; read out, and told on hover. */
export function ValueMark({ text }: { text: string }) {
  return (
    <span role="img" aria-label={text} title={text} className={styles.mark}>
      †
    </span>
  );
}

export interface NumberCellProps extends FigureFormat {
  value: number | null;
  direction: MeasureDirection;
  /** The same figure of the previous period; undefined where nothing is compared. */
  previous?: number | null | undefined;
  /** Whether the previous figure rests on too few events for its change to be called good or bad. */
  few?: boolean;
  /** A value that is itself a difference: with its sign. Less is red only where more is good: less cost is no loss, and between models nothing is good or bad. */
  signed?: boolean | undefined;
  /** What is to be said of the value: a small mark in front of it. */
  mark?: string | undefined;
  /** Where the rows behind the figure are; a table is walked from one to the next by the arrow keys. */
  to?: string | undefined;
  /** The same of the previous figure. */
  toPrevious?: string | undefined;
  /** Outside of such a table: the Tab key reaches it. */
  reached?: boolean;
}

/** A figure of a table: right-aligned, nothing as a grey dash, negatives red, previous value and change below. */
export const NumberCell = memo(function NumberCell(props: NumberCellProps) {
  const {
    value,
    previous,
    direction,
    few = false,
    signed = false,
    mark,
    to,
    toPrevious,
    reached = false,
  } = props;
  const text = signed ? differenceText(value, props) : figureText(value, props);
  const empty = value === null || value === 0;
  const tone = empty ? styles.empty : value < 0 && (!signed || direction === 'up') ? styles.negative : '';
  const shown = signed && !empty && value > 0 ? `+${text}` : text;
  const opening = (path: string, figure: ReactNode): ReactNode => (
    <FigureLink to={path} {...(reached ? {} : { tabIndex: -1 })} onClick={(event) => event.stopPropagation()}>
      {figure}
    </FigureLink>
  );
  const toned = tone ? <span className={tone}>{shown}</span> : shown;
  const number = to === undefined || empty ? <span className={tone}>{shown}</span> : opening(to, toned);
  const figure =
    mark === undefined || empty ? (
      number
    ) : (
      <span className={styles.marked}>
        <ValueMark text={mark} />
        {number}
      </span>
    );
  if (previous === undefined) return <span className={styles.cell}>{figure}</span>;
  const change = figureChange(value, previous, props);
  const earlier = figureText(previous, { ...props, unitInHeader: true });
  return (
    <span className={styles.cell}>
      {figure}
      <span className={styles.compared}>
        <span className={styles.previous} data-earlier>
          {toPrevious === undefined || !previous ? earlier : opening(toPrevious, earlier)}
        </span>
        {change !== null && <ChangeMark change={change} direction={direction} few={few} />}
      </span>
    </span>
  );
});
