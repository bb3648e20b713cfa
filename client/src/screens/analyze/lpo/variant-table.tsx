import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureKey } from '../../../../../shared/catalog';
import { axisText } from '../../../kit/chart/plot-style';
import { IntervalBar, IntervalScale, scaleEnd } from '../../../kit/chart/interval-plot';
import { useLitRow } from '../../../kit/lit-row';
import { figureOf } from '../../../kit/report/answer';
import { StatusTag } from '../../../kit/status-tag';
import { mediaText } from '../../../kit/report/measure-columns';
import { figureText, ValueMark } from '../../../kit/table/number-cell';
import { lpoValue } from './lpo-columns';
import type { TestVariant, TestView } from './tests';
import { lossText, probabilityText, shareText } from './texts';
import styles from './variant-table.module.css';

const own = ({ shown }: TestVariant, key: 'cvrLow' | 'cvrHigh' | 'deliverRatioActual'): number | null => (shown ? lpoValue(shown.row, key) : null);
const measure = ({ shown }: TestVariant, key: MeasureKey): number | null => (shown ? figureOf(shown.row, key) : null);

/** The variants of a test beside each other; on narrow windows one below the other. */
export function VariantTable({ view }: { view: TestView }) {
  const { t } = useTranslation();
  const { variants, verdict } = view;
  const leader = 'leader' in verdict ? verdict.leader : null;
  const most = scaleEnd(Math.max(0, ...variants.map((one) => own(one, 'cvrHigh') ?? 0)));
  const heads: readonly [title: string, hint?: string, below?: string][] = [
    [t('lpo.variant')],
    [t('lpo.delivery')],
    [t('measures.adClickCount.label')],
    [t('lpo.cvs')],
    [t('measures.cvr.label')],
    [t('lpo.interval'), t('lpo.columns.cvrLow.formula')],
    [t('lpo.columns.bestProbability.title'), t('lpo.columns.bestProbability.definition')],
    [t('lpo.columns.expectedLoss.title'), t('lpo.lossHint'), t('lpo.lossPer')],
    [t('measures.adCost.label')],
    [t('measures.cpa.label')],
    [t('measures.amountSum.label')],
  ];
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map(([title, hint, below], index) => (
              <th key={title} scope="col" className={index === 0 || index === 5 ? styles.start : undefined}>
                {hint ? (
                  <Tooltip title={hint}>
                    <button type="button" className={styles.explained}>
                      {title}
                    </button>
                  </Tooltip>
                ) : (
                  title
                )}
                {below && <span className={styles.below}>{below}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, index) => (
            <VariantRow key={variant.id} variant={variant} heads={heads.map(([title]) => title)} leads={index === leader} decided={verdict.state === 'decided'} most={most} />
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
  heads: readonly string[];
  leads: boolean;
  decided: boolean;
  most: number;
}

function VariantRow({ variant, heads, leads, decided, most }: VariantRowProps) {
  const { t } = useTranslation();
  const lit = useLitRow();
  const line = useRef<HTMLTableRowElement>(null);
  const key = variant.shown?.key ?? null;
  useEffect(() => lit.listen((now) => line.current?.toggleAttribute('data-lit', key !== null && now === key)), [lit, key]);
  const { title, retired, rate, clicks, cvs, prospect } = variant;
  const cvr = measure(variant, 'cvr');
  const [low, high] = [own(variant, 'cvrLow'), own(variant, 'cvrHigh')];
  const yen = (value: MeasureKey): string => figureText(measure(variant, value), { unit: 'yen' });
  const note = mediaText(measure(variant, 'mediaDays'), t);
  const mark = note && measure(variant, 'adCost') ? <ValueMark text={note} /> : undefined;
  const attributed = (value: string): ReactNode => <span className={styles.below}>{t('lpo.attributed', { value })}</span>;
  const cells: readonly ReactNode[] = [
    <Delivery key="delivery" actual={own(variant, 'deliverRatioActual')} set={rate} />,
    figureText(clicks, { unit: 'count' }),
    <>
      {figureText(cvs, { unit: 'count' })}
      {attributed(figureText(measure(variant, 'attrCv'), { unit: 'number', decimals: 1 }))}
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
      spoken={t('lpo.spoken', { name: title, rate: shareText(cvr), low: shareText(low), high: shareText(high) })}
      none={t(cvs > clicks ? 'lpo.moreCvs' : 'lpo.noRate')}
    />,
    prospect === null ? '-' : <Probability key="probability" value={prospect.bestProbability} leads={leads} />,
    prospect === null ? '-' : t('lpo.lossUnit', { loss: lossText(prospect.expectedLoss, t) }),
    <>
      {mark}
      {yen('adCost')}
    </>,
    <>
      {mark}
      {yen('cpa')}
      {attributed(yen('attrCpa'))}
    </>,
    <>
      {yen('amountSum')}
      {attributed(yen('attrAmount'))}
    </>,
  ];
  return (
    <tr ref={line} onMouseEnter={() => lit.set(key)} onMouseLeave={() => lit.set(null)}>
      <th scope="row">
        <span className={styles.name}>{title}</span>
        {retired && <StatusTag tone="muted">{t('lpo.retired')}</StatusTag>}
        {leads && <StatusTag tone={decided ? 'good' : 'waiting'}>{t(decided ? 'lpo.best' : 'lpo.leading')}</StatusTag>}
      </th>
      {cells.map((cell, index) => (
        <td key={heads[index + 1]} data-label={heads[index + 1]} className={index === 4 ? styles.start : undefined}>
          <div className={styles.value}>{cell}</div>
        </td>
      ))}
    </tr>
  );
}

/** What a variant got as a bar, with a mark where it was to end. */
function Delivery({ actual, set }: { actual: number | null; set: number }) {
  return (
    <span className={styles.delivery}>
      <span>
        {shareText(actual === null ? null : actual / 100, 1)} / {shareText(set / 100, 0)}
      </span>
      <span className={styles.meter} aria-hidden="true">
        <i className={styles.fill} style={{ width: `${actual ?? 0}%` }} />
        <i className={styles.aim} style={{ insetInlineStart: `${set}%` }} />
      </span>
    </span>
  );
}

function Probability({ value, leads }: { value: number; leads: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={styles.delivery}>
      <span className={leads ? styles.strong : undefined}>{probabilityText(value, t)}</span>
      <span className={styles.meter} aria-hidden="true">
        <i className={leads ? styles.lead : styles.fill} style={{ width: `${value * 100}%` }} />
      </span>
    </span>
  );
}
