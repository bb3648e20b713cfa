import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../shared/format';
import { metricText } from '../../../kit/table/number-cell';
import {
  decisionOf,
  nameOf,
  nextStepOf,
  verdictOf,
  type MapAxis,
  type MapMeasure,
  type MapModel,
  type MapRow,
  type Verdict,
} from './answer';
import { creditText, profitRangeText, ratioRangeText } from './figures';

/** Says what would settle a row. */
export function nextStepText(
  t: TFunction,
  row: MapRow,
  model: Pick<MapModel, 'journeys' | 'nullJourneys'>,
  measure: MapMeasure,
): string {
  const step = nextStepOf(row, model, measure);
  if (step.kind !== 'journeys') return t(`disagreement.next.${step.kind}`);
  const times = formatNumber(step.times);
  return step.journeys === null
    ? t('disagreement.next.moreTimes', { times })
    : t('disagreement.next.moreJourneys', { times, journeys: formatNumber(step.journeys) });
}

function sentenceOf(
  t: TFunction,
  verdict: Verdict,
  item: string,
  axis: MapAxis,
  measure: MapMeasure,
): string {
  if (verdict.kind === 'none') return t('disagreement.allSame', { item });
  if (verdict.kind === 'agree') return t(`disagreement.agree_${measure}`, { item, ...verdict });
  const { first } = verdict;
  const about = {
    item,
    name: nameOf(t, first, axis),
    cost: metricText(first.adCost, { unit: 'yen', showZero: true }),
    range: ratioRangeText(t, first, measure),
    profit: profitRangeText(t, first),
    low: creditText(first.min, measure),
    high: creditText(first.max, measure),
  };
  return verdict.kind === 'flips'
    ? t(`disagreement.flips_${measure}`, { ...about, judged: verdict.judged, flips: verdict.flips })
    : t(`disagreement.widest_${measure}`, about);
}

interface Props {
  rows: readonly MapRow[];
  model: MapModel;
  axis: MapAxis;
  measure: MapMeasure;
}

/** Says in a sentence which rows would be judged differently, and what to do about it. */
export function VerdictCard({ rows, model, axis, measure }: Props) {
  const { t } = useTranslation();
  const verdict = verdictOf(rows, measure);
  const item = t(`report.axes.${axis}`);
  const own = rows.filter(({ noAd, others }) => !noAd && !others);
  const unjudged = measure === 'cv' ? own.filter((row) => decisionOf(row, measure) === null).length : 0;
  return (
    <section className="ic-card ic-p-16-20 ic-stack ic-gap-8" aria-label={t('disagreement.verdict')}>
      <p className="ic-text-16">{sentenceOf(t, verdict, item, axis, measure)}</p>
      {'first' in verdict && (
        <p className="ic-secondary">
          <span className="ic-medium">{t('disagreement.nextTitle')}</span>{' '}
          {nextStepText(t, verdict.first, model, measure)}
        </p>
      )}
      {unjudged > 0 && (
        <p className="ic-hint">
          {t(unjudged === own.length ? 'disagreement.noTarget' : 'disagreement.someWithoutTarget', {
            count: unjudged,
          })}
        </p>
      )}
    </section>
  );
}
