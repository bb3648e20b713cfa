import { Select } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureKey } from '../../../../shared/catalog';
import { periodOf, type ReportRow } from './answer';
import { changeOf, changeTexts, type MeasureChange, type SeriesShape, seriesShapes } from './measure-series';
import type { TrendBlock } from './trend-rows';

/** Address parameter of the shape of a trend. */
export const SHAPE = 'shape';

interface ShapeChoiceProps {
  shape: SeriesShape;
  /** Whether periods are days, which have a mean of seven. */
  daily: boolean;
  set: (changes: Record<string, string | null>) => void;
}

/** Selects how the values of a trend are drawn: by period, as the mean of seven days, or as a running total. */
export function ShapeChoice({ shape, daily, set }: ShapeChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      variant="filled"
      value={shape}
      aria-label={t('report.shape')}
      popupMatchSelectWidth={false}
      options={seriesShapes
        .filter((one) => daily || one !== 'mean')
        .map((one) => ({ value: one, label: t(`report.shapes.${one}`) }))}
      onChange={(next) => set({ [SHAPE]: next === 'value' ? null : next })}
    />
  );
}

const TONES = { better: 'ic-success', worse: 'ic-error', up: 'ic-secondary', down: 'ic-secondary' } as const;

interface ChangeNoteProps {
  since: string;
  detail: string;
  tone: MeasureChange['tone'];
}

/** States since when a measure is better or worse, from which value to which, and how sure that is. */
export const ChangeNote = ({ since, detail, tone }: ChangeNoteProps) => (
  <span className="ic-figures">
    <strong className={`ic-strong ${TONES[tone]}`}>{since}</strong>
    {'　'}
    {detail}
    {'　'}
  </span>
);

/** Returns the clear change of a trend of days without series; undefined if there is none. */
export function useTrendChange(
  rows: readonly { readonly row: ReportRow }[] | undefined,
  { daily, seriesOf, periods }: TrendBlock,
  measure: MeasureKey | undefined,
  t: TFunction,
): (ChangeNoteProps & { period: string }) | undefined {
  return useMemo(() => {
    if (!daily || seriesOf !== null || !measure || !rows) return undefined;
    const byPeriod = new Map(rows.map(({ row }) => [periodOf(row), row]));
    const finished = periods.filter(({ partial, ahead }) => partial === undefined && !ahead);
    const change = changeOf(
      finished.map(({ key }) => byPeriod.get(key)),
      measure,
    );
    const period = change && finished[change.at];
    if (!period) return undefined;
    return { ...changeTexts(change, measure, period.tick, t), tone: change.tone, period: period.key };
  }, [daily, seriesOf, periods, measure, rows, t]);
}
