import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RangeMark, RangeRow } from '../../../kit/chart/range-rows';
import { useRight } from '../../../session/rights';
import { PALETTES, type ThemeName } from '../../../theme/tokens';
import type { MapMeasure, MapRow } from './answer';
import { creditText } from './figures';

/** Mark of a measured effect. */
export const measuredSign = (theme: ThemeName): Pick<RangeMark, 'shape' | 'colour'> => ({
  shape: 'chosen',
  colour: PALETTES[theme].text,
});

/** Mark and whiskers of a measured effect; none without one. */
export function measuredMarks(
  { measured, measured_low: low, measured_high: high }: MapRow,
  theme: ThemeName,
): { marks: RangeMark[]; whiskers: NonNullable<RangeRow['whiskers']> } {
  if (measured === null || low === null || high === null) return { marks: [], whiskers: [] };
  return {
    marks: [{ key: 'measured', value: measured, ...measuredSign(theme) }],
    whiskers: [{ low, high, colour: PALETTES[theme].text }],
  };
}

const roundedText = (value: number | null, measure: MapMeasure): string =>
  creditText(value === null || measure === 'amount' ? value : Math.round(value * 10) / 10, measure);

/** Formats a measured effect for a cell; null without one. */
export const measuredShort = (t: TFunction, { measured }: MapRow, measure: MapMeasure): string | null =>
  measured === null ? null : `${t('experiment.measured')} ${roundedText(measured, measure)}`;

/** Formats the result of an on/off test; null without one. */
export function measuredText(
  t: TFunction,
  { measured, measured_low: low, measured_high: high }: MapRow,
  measure: MapMeasure,
): string | null {
  if (measured === null) return null;
  const text = (value: number | null): string => roundedText(value, measure);
  return t('experiment.measuredOf', { value: text(measured), low: text(low), high: text(high) });
}

/** Measured effect of the ad, and a link to plan a test. */
export function MeasuredNote({ row, measure }: { row: MapRow; measure: MapMeasure }) {
  const { t } = useTranslation();
  const mayPlan = useRight('experiments') === 'edit';
  const words = measuredText(t, row, measure);
  const { adId, ad } = row;
  const search = new URLSearchParams({ ad_id: String(adId), title: ad ?? '' });
  return (
    <>
      {words && <p className="ic-strong">{words}</p>}
      {adId !== null && mayPlan && (
        <p>
          <Link to={`/analyze/experiment/new?${search.toString()}`}>{t('experiment.plan')}</Link>
        </p>
      )}
    </>
  );
}
