import type { TFunction } from 'i18next';
import { ExperimentMeasure } from '../../../../../shared/catalog';
import { CLICKS_LEFT, MIN_PRE_WEEKS } from '../../../../../shared/domain/on-off';
import { formatPercent } from '../../../../../shared/format';
import type { ExperimentFiguresQuery } from '../../../generated/graphql';
import { metricText } from '../../../kit/table/number-cell';
import { formatApiDay } from '../../../kit/tokyo-date';

export type Figures = ExperimentFiguresQuery['experimentFigures'];
type Result = NonNullable<Figures['result']>;

/** Share of false alarms above which a plan is doubtful: twice the expected one. */
const MANY_ALARMS = 0.2;

const yen = (value: number | null): string => metricText(value, { unit: 'yen', showZero: true });

/** Formats an effect: conversions with one decimal, or yen. */
export const effectText = (t: TFunction, value: number, measure: ExperimentMeasure): string =>
  measure === ExperimentMeasure.AMOUNT
    ? yen(value)
    : t('experiment.conversions', {
        value: metricText(value, { unit: 'number', decimals: 1, showZero: true }),
      });

/** Formats the smallest effect of a plan. */
export function smallestText(t: TFunction, figures: Figures, measure: ExperimentMeasure): string {
  const { minimalEffect, minimalEffectShare: share } = figures;
  const effect = effectText(t, minimalEffect, measure);
  return share === null
    ? t('experiment.smallestAlone', { effect })
    : t('experiment.smallest', { effect, share: formatPercent(share, { decimals: 0, showZero: true }) });
}

/** Says how often the same test rang in weeks without a pause, and whether that is too often. */
export function placeboTexts(t: TFunction, figures: Figures, offWeeks: number): string[] {
  const { placeboChecks: checks, placeboAlarms: alarms } = figures;
  if (checks === 0) return [t('experiment.placeboNone', { weeks: MIN_PRE_WEEKS + offWeeks })];
  const share = formatPercent(alarms / checks, { decimals: 0, showZero: true });
  return [
    t('experiment.placebo', { checks, alarms, share }),
    ...(alarms / checks > MANY_ALARMS ? [t('experiment.placeboMany')] : []),
  ];
}

/** Formats the verdict of a finished test. */
export function verdictText(
  t: TFunction,
  { effect, low, high, verdict }: Result,
  { minimalEffect }: Figures,
  measure: ExperimentMeasure,
): string {
  const text = (value: number): string => effectText(t, value, measure);
  const key =
    verdict === 'none' || verdict === 'opposite'
      ? verdict
      : measure === ExperimentMeasure.AMOUNT
        ? 'foundAmount'
        : 'found';
  return t(`experiment.${key}`, {
    effect: text(effect),
    low: text(low),
    high: text(high),
    smallest: text(minimalEffect),
  });
}

/** Formats the cost of the measured effect and its reservations. */
export function costTexts(
  t: TFunction,
  { adCost, ratio, ratioLow, ratioHigh, clicksLeft }: Result,
  measure: ExperimentMeasure,
  weeks: number,
): string[] {
  const roas = (value: number | null): string => metricText(value, { unit: 'ratio', showZero: true });
  const isAmount = measure === ExperimentMeasure.AMOUNT;
  const words =
    adCost === 0 || (ratio === null && ratioLow === null)
      ? []
      : isAmount
        ? [t('experiment.roas', { ratio: roas(ratio), low: roas(ratioLow), high: roas(ratioHigh) })]
        : ratio === null
          ? [t('experiment.cpaNone', { low: yen(ratioLow) })]
          : [
              t(ratioHigh === null ? 'experiment.cpaOpen' : 'experiment.cpa', {
                ...{ ratio: yen(ratio), low: yen(ratioLow), high: yen(ratioHigh) },
              }),
            ];
  const left = clicksLeft ?? 0;
  const share = formatPercent(left, { decimals: 0 });
  if (left > CLICKS_LEFT.many) return [t('experiment.notStopped', { share })];
  return [
    ...words,
    ...(words.length > 0 ? [t('experiment.cost', { weeks, cost: yen(adCost) })] : []),
    t('experiment.carry'),
    ...(left > CLICKS_LEFT.some ? [t('experiment.notOff', { share })] : []),
  ];
}

const WAITING = ['planned', 'scheduled', 'running', 'settling'] as const;

/** Describes the next step until the result is read; undefined for a finished test. */
export function waitText(t: TFunction, figures: Figures, firstDay: string): string | undefined {
  const state = WAITING.find((one) => one === figures.state);
  if (!state) return undefined;
  return t(`experiment.wait.${state}`, {
    day: formatApiDay(figures.readableFrom),
    from: firstDay,
    to: formatApiDay(figures.lastDay),
  });
}
