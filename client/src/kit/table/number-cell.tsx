import { useTranslation } from 'react-i18next';
import type { MeasureDirection, MeasureUnit } from '../../../../shared/catalog';
import {
  type Change,
  formatChange,
  durationWords,
  formatMeasure,
  formatMultiple,
  multipleAffixes,
  yenAffixes,
} from '../../../../shared/format';
import { withAside } from '../../i18n/punctuation';
import { type ReactNode, memo } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './cells.module.css';
import { useDrillDownClick } from '../drill-down';
import { currentLanguage } from '../../i18n/i18n';

export interface ChangeMarkProps {
  change: Change;
  direction: MeasureDirection;
  /** Whether it rests on too few events to be called good or bad. */
  few?: boolean;
}

const COLOURS = { better: 'ic-success', worse: 'ic-error', neutral: 'ic-muted' } as const;

const ARROWS: Record<Change['way'], string> = { up: '▲', down: '▼', flat: '→' };

/**
 * Change as arrow and text, coloured by whether it is good for the measure. A hidden word states the same
 * without colour.
 */
export function ChangeMark({ change, direction, few = false }: ChangeMarkProps) {
  const { t } = useTranslation();
  const { way, text } = change;
  const tone =
    few || way === 'flat' || direction === 'neutral' ? 'neutral' : way === direction ? 'better' : 'worse';
  return (
    <span className={`ic-inline ic-align-baseline ic-gap-4 ic-nowrap ic-figures ${COLOURS[tone]}`}>
      <span className="ic-text-11" aria-hidden="true">
        {ARROWS[way]}
      </span>
      <span aria-hidden="true">{text.replace(/^[+-]/, '')}</span>
      <span className="ic-visually-hidden">{withAside(text, t(`report.${few ? 'few' : tone}`))}</span>
    </span>
  );
}

/** Metric value linked to its rows, which open over the page. It keeps its text colour and shows as a link on hover. */
export function MetricLink({ className = '', onClick, ...link }: LinkProps) {
  const open = useDrillDownClick(link.to);
  return (
    <Link
      {...link}
      className={`${styles.link} ${className}`}
      onClick={(event) => {
        onClick?.(event);
        open(event);
      }}
    />
  );
}

/** Metric value, linked to its rows if there is a link. */
export const OptionalMetricLink = ({
  to,
  className,
  children,
}: {
  to: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) =>
  to === undefined ? (
    <>{children}</>
  ) : (
    <MetricLink to={to} {...(className ? { className } : {})}>
      {children}
    </MetricLink>
  );

export interface MetricFormat {
  unit: MeasureUnit;
  decimals?: number | undefined;
  /** Omits 円 if the header states it. */
  unitInHeader?: boolean;
  showZero?: boolean;
}

/** Formats a metric value in the current language. */
export function metricText(value: number | null, format: MetricFormat): string {
  const { unit, decimals, unitInHeader, showZero } = format;
  return formatMeasure(value, unit, {
    words: durationWords[currentLanguage()],
    yen: yenAffixes[currentLanguage()],
    ...(unitInHeader === undefined ? {} : { unitInHeader }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(showZero === undefined ? {} : { showZero }),
  });
}

/** Formats a difference without its sign; rates are in points. */
export function differenceText(value: number | null, format: MetricFormat): string {
  const text = metricText(value, format);
  return format.unit === 'ratio' ? text.replace(/%$/, 'pt') : text;
}

/** Returns the change of a metric value in the current language; null without a comparison. */
export function metricChange(
  value: number | null,
  previous: number | null,
  { unit, decimals }: MetricFormat,
): Change | null {
  const language = currentLanguage();
  return formatChange(value, previous, unit, {
    words: durationWords[language],
    yen: yenAffixes[language],
    times: multipleAffixes[language],
    ...(decimals === undefined ? {} : { decimals }),
  });
}

/** Formats a multiple in the current language. */
export const timesText = (times: number): string =>
  formatMultiple(times, multipleAffixes[currentLanguage()], { decimals: 1 });

/** Mark beside a value with an accessible tooltip. Its size is fixed, however large the value. */
export function ValueMark({ text }: { text: string }) {
  return (
    <span role="img" aria-label={text} title={text} className={`ic-hint ic-regular ${styles.mark}`}>
      †
    </span>
  );
}

export interface NumberCellProps extends MetricFormat {
  value: number | null;
  direction: MeasureDirection;
  /** Value of the previous period; undefined without a comparison. */
  previous?: number | null | undefined;
  /** Whether the previous value rests on too few events to call its change good or bad. */
  few?: boolean;
  /**
   * Whether the value is a difference, shown with its sign. Negative is red only if more is better: less cost
   * is no loss, and differences between models are neutral.
   */
  signed?: boolean | undefined;
  /** Tooltip of a small mark in front of the value. */
  mark?: string | undefined;
  /** Link to the rows behind the value; arrow keys move between the links of a table. */
  to?: string | undefined;
  /** Link of the previous value. */
  toPrevious?: string | undefined;
  /** Adds the link to the tab order, for use outside such a table. */
  tabbable?: boolean;
}

/** Metric cell: right-aligned, zero as a grey dash, negatives red, previous value and change below. */
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
    tabbable: reached = false,
  } = props;
  const text = signed ? differenceText(value, props) : metricText(value, props);
  const empty = value === null || value === 0;
  const tone = empty ? 'ic-muted' : value < 0 && (!signed || direction === 'up') ? 'ic-error' : '';
  const displayed = signed && !empty && value > 0 ? `+${text}` : text;
  const opening = (path: string, content: ReactNode): ReactNode => (
    <MetricLink to={path} {...(reached ? {} : { tabIndex: -1 })} onClick={(event) => event.stopPropagation()}>
      {content}
    </MetricLink>
  );
  const toned = tone ? <span className={tone}>{displayed}</span> : displayed;
  const number = to === undefined || empty ? <span className={tone}>{displayed}</span> : opening(to, toned);
  const metric =
    mark === undefined || empty ? (
      number
    ) : (
      <span className="ic-nowrap">
        <ValueMark text={mark} />
        {number}
      </span>
    );
  if (previous === undefined)
    return (
      <span className={`ic-stack ic-inline ic-nowrap ic-figures ic-align-end ${styles.cell}`}>{metric}</span>
    );
  const change = metricChange(value, previous, props);
  const earlier = metricText(previous, { ...props, unitInHeader: true });
  return (
    <span className={`ic-stack ic-inline ic-nowrap ic-figures ic-align-end ${styles.cell}`}>
      {metric}
      <span className="ic-inline ic-gap-8 ic-text-11 ic-regular">
        <span className="ic-muted" data-earlier>
          {toPrevious === undefined || !previous ? earlier : opening(toPrevious, earlier)}
        </span>
        {change !== null && <ChangeMark change={change} direction={direction} few={few} />}
      </span>
    </span>
  );
});
