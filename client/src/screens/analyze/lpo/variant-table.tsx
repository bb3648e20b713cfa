import type { TFunction } from 'i18next';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureKey } from '../../../../../shared/catalog';
import { axisText } from '../../../kit/chart/plot-style';
import { IntervalBar, IntervalScale, scaleEnd } from '../../../kit/chart/interval-plot';
import { useRowHighlight } from '../../../kit/row-highlight';
import { metricValue } from '../../../kit/report/answer';
import { StatusTag } from '../../../kit/status-tag';
import type { MetricLinks } from '../../../kit/report/drill-down-links';
import { measureColumn, mediaText } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';
import type { Metric } from '../../../kit/table/measure-column';
import { OptionalMetricLink, metricText, ValueMark } from '../../../kit/table/number-cell';
import { MeasureName } from '../../../kit/table/measure-tip';
import { cvCountColumn, lpoValue } from './lpo-columns';
import type { TestVariant, TestView } from './tests';
import { lossText, probabilityText, shareText } from './texts';
import styles from './lpo.module.css';

const own = ({ reportRow }: TestVariant, key: 'cvrLow' | 'cvrHigh' | 'deliverRatioActual'): number | null =>
  reportRow ? lpoValue(reportRow.row, key) : null;
const measure = ({ reportRow }: TestVariant, key: MeasureKey): number | null =>
  reportRow ? metricValue(reportRow.row, key) : null;

/** Column heading with an optional explanation. */
interface Head {
  readonly title: string;
  readonly explained?: Pick<Metric, 'title' | 'definition' | 'formula' | 'direction'>;
  readonly below?: string;
}

function headsOf(t: TFunction): readonly Head[] {
  const measured = (key: MeasureKey): Head => ({
    title: t(`measures.${key}.label`),
    explained: measureColumn(key, t),
  });
  const explained = (
    title: string,
    definition: string,
    formula: string,
    direction: Metric['direction'],
  ): Head => ({ title, explained: { title, definition, formula, direction } });
  return [
    { title: t('lpo.variant') },
    { title: t('lpo.delivery') },
    measured('adClickCount'),
    { title: t('lpo.cvs') },
    measured('cvr'),
    explained(t('lpo.interval'), t('lpo.intervalHint'), t('lpo.columns.cvrLow.formula'), 'neutral'),
    explained(
      t('lpo.columns.bestProbability.title'),
      t('lpo.columns.bestProbability.definition'),
      t('lpo.columns.bestProbability.formula'),
      'up',
    ),
    {
      ...explained(
        t('lpo.columns.expectedLoss.title'),
        t('lpo.lossHint'),
        t('lpo.columns.expectedLoss.formula'),
        'down',
      ),
      below: t('lpo.lossPer'),
    },
    measured('adCost'),
    measured('cpa'),
    measured('amountSum'),
  ];
}

const HeadName = ({ head: { title, explained } }: { head: Head }) =>
  explained ? <MeasureName metric={explained} /> : <>{title}</>;

/** Variants of a test side by side, or stacked on narrow windows. */
export function VariantTable({ view, opens }: { view: TestView; opens: MetricLinks | undefined }) {
  const { t } = useTranslation();
  const { variants, verdict } = view;
  const leader = 'leader' in verdict ? verdict.leader : null;
  const most = scaleEnd(Math.max(0, ...variants.map((one) => own(one, 'cvrHigh') ?? 0)));
  const heads = headsOf(t);
  return (
    <div className={`ic-mt-12 ic-scroll-x ${styles.scroll}`}>
      <table className={`ic-table ic-table-end ic-table-flush ${styles.table}`}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head.title}
                scope="col"
                className={index === 0 || index === 5 ? styles.start : undefined}
              >
                <HeadName head={head} />
                {head.below && <span className={`ic-block ic-hint ${styles.below}`}>{head.below}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, index) => (
            <VariantRow
              key={variant.id}
              variant={variant}
              heads={heads.slice(1)}
              leads={index === leader}
              decided={verdict.state === 'decided'}
              most={most}
              opens={opens}
            />
          ))}
        </tbody>
        <tfoot>
          <tr aria-hidden="true">
            <td colSpan={5} />
            <td>
              <IntervalScale most={most} textOf={(value) => axisText(value, 'ratio')} />
            </td>
            <td colSpan={5} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface VariantRowProps {
  variant: TestVariant;
  /** Headings of its cells. */
  heads: readonly Head[];
  leads: boolean;
  decided: boolean;
  most: number;
  opens: MetricLinks | undefined;
}

function VariantRow({ variant, heads, leads, decided, most, opens }: VariantRowProps) {
  const { t } = useTranslation();
  const highlight = useRowHighlight();
  const line = useRef<HTMLTableRowElement>(null);
  const key = variant.reportRow?.key ?? null;
  useEffect(
    () =>
      highlight.subscribe((now) => line.current?.toggleAttribute('data-lit', key !== null && now === key)),
    [highlight, key],
  );
  const { title, retired, rate, clicks, cvs, prospect } = variant;
  const cvr = measure(variant, 'cvr');
  const [low, high] = [own(variant, 'cvrLow'), own(variant, 'cvrHigh')];
  const yen = (value: MeasureKey): string => metricText(measure(variant, value), { unit: 'yen' });
  const opened = (column: ReportColumn, text: string): ReactNode => (
    <OptionalMetricLink to={variant.reportRow ? opens?.(variant.reportRow.row, column) : undefined}>
      {text}
    </OptionalMetricLink>
  );
  const openedMeasure = (key: MeasureKey, text: string): ReactNode => opened(measureColumn(key, t), text);
  const note = mediaText(measure(variant, 'mediaDays'), t);
  const mark = note && measure(variant, 'adCost') ? <ValueMark text={note} /> : undefined;
  const attributed = (value: string, key?: MeasureKey): ReactNode => {
    const text = t('lpo.attributed', { value });
    return (
      <span className={`ic-block ic-hint ${styles.below}`}>{key ? openedMeasure(key, text) : text}</span>
    );
  };
  const cells: readonly ReactNode[] = [
    <Delivery key="delivery" actual={own(variant, 'deliverRatioActual')} set={rate} />,
    openedMeasure('adClickCount', metricText(clicks, { unit: 'count' })),
    <>
      {opened(cvCountColumn(t), metricText(cvs, { unit: 'count' }))}
      {attributed(metricText(measure(variant, 'attrCv'), { unit: 'number', decimals: 1 }), 'attrCv')}
    </>,
    <>
      {shareText(cvr)}
      {attributed(shareText(measure(variant, 'attrCvr')))}
    </>,
    <IntervalBar
      key="interval"
      value={cvr}
      low={low}
      high={high}
      most={most}
      tone={leads ? 'leading' : retired ? 'quiet' : 'plain'}
      spoken={t('lpo.spoken', {
        name: title,
        rate: shareText(cvr),
        low: shareText(low),
        high: shareText(high),
      })}
      none={t(cvs > clicks ? 'lpo.moreCvs' : 'lpo.noRate')}
    />,
    prospect === null ? (
      '-'
    ) : (
      <Probability key="probability" value={prospect.bestProbability} leads={leads} />
    ),
    prospect === null ? '-' : lossText(prospect.expectedLoss, t),
    <>
      {mark}
      {openedMeasure('adCost', yen('adCost'))}
    </>,
    <>
      {mark}
      {yen('cpa')}
      {attributed(yen('attrCpa'))}
    </>,
    <>
      {openedMeasure('amountSum', yen('amountSum'))}
      {attributed(yen('attrAmount'), 'attrAmount')}
    </>,
  ];
  return (
    <tr ref={line} onMouseEnter={() => highlight.set(key)} onMouseLeave={() => highlight.set(null)}>
      <th scope="row">
        <span className="ic-block ic-break">{title}</span>
        {retired && <StatusTag tone="muted">{t('lpo.retired')}</StatusTag>}
        {leads && (
          <StatusTag tone={decided ? 'good' : 'waiting'}>{t(decided ? 'lpo.best' : 'lpo.leading')}</StatusTag>
        )}
      </th>
      {cells.map((cell, index) => (
        <td key={heads[index]?.title} className={index === 4 ? styles.start : undefined}>
          <span className={`ic-caption ${styles.label}`}>
            {heads[index] && <HeadName head={heads[index]} />}
          </span>
          <div>{cell}</div>
        </td>
      ))}
    </tr>
  );
}

/** Bar of a variant's actual share with a mark at the configured share. */
function Delivery({ actual, set }: { actual: number | null; set: number }) {
  return (
    <span className={`ic-inline ic-stack ic-gap-4 ${styles.delivery}`}>
      <span>
        {shareText(actual === null ? null : actual / 100, 1)} / {shareText(set / 100, 0)}
      </span>
      <span className="ic-relative ic-meter" aria-hidden="true">
        <i className={styles.other} style={{ width: `${actual ?? 0}%` }} />
        <i className={styles.aim} style={{ insetInlineStart: `${set}%` }} />
      </span>
    </span>
  );
}

function Probability({ value, leads }: { value: number; leads: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={`ic-inline ic-stack ic-gap-4 ${styles.delivery}`}>
      <span className={leads ? 'ic-strong' : undefined}>{probabilityText(value, t)}</span>
      <span className="ic-relative ic-meter" aria-hidden="true">
        <i className={leads ? undefined : styles.other} style={{ width: `${value * 100}%` }} />
      </span>
    </span>
  );
}
