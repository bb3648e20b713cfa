import type { TFunction } from 'i18next';
import {
  AttributionModel,
  axes,
  axisKeys,
  Device,
  deviceCode,
  enumValues,
  figuresBehind,
  measureKeys,
  measureOf,
  NO_VALUE,
  type AxisKey,
  type AxisValue,
  type BaseKey,
  type Figure,
  type MeasureKey,
  type MeasureUnit,
} from '../../../../shared/catalog';
import { refChoices } from '../form/choices';
import type { Session } from '../../session/session-context';
import { enumLabel } from '../enum-label';
import { formatDay } from '../tokyo-date';

/** The measure that is a base sum, and the model under which it is; null for sums that only enter others. */
function measureOfSum(key: BaseKey): { measure: MeasureKey; model: AttributionModel | null } | null {
  for (const measure of measureKeys) {
    const found = measureOf(measure);
    if (found.kind !== 'base') continue;
    if (found.base === key) return { measure, model: null };
    const model = typeof found.base === 'function' ? enumValues(AttributionModel).find((one) => figuresBehind(measure, one)[0] === key) : undefined;
    if (model) return { measure, model };
  }
  return null;
}

/** What a figure is called. */
export function sumWords(key: BaseKey, t: TFunction): string {
  if (key === 'costSen') return t('logs.figure.clickCost');
  if (key === 'mediaCostSen') return t('measures.mediaCost.label');
  if (key === 'cvCostApprovedSen') return t('logs.figure.approvedCost');
  const found = measureOfSum(key);
  if (!found) return key;
  const label = t(`measures.${found.measure}.label`);
  return found.model === null ? label : `${label}（${enumLabel(t, 'AttributionModel', found.model)}）`;
}

/** In which unit it is shown. */
export const unitOfSum = (key: BaseKey): MeasureUnit => (key === 'costSen' || key === 'cvCostApprovedSen' ? 'yen' : measureOf(measureOfSum(key)?.measure ?? 'adClickCount').unit);

/** What a value of an axis is called. */
function valueWords(axis: AxisKey, value: AxisValue, session: Session, t: TFunction): string {
  if (value === NO_VALUE) return t('report.unset');
  if (axis === 'device') return enumLabel(t, 'Device', deviceCode(String(value)) ?? Device.OTHER);
  const { kind } = axes[axis];
  return (kind && refChoices(session, kind).find((choice) => choice.value === value)?.label) ?? `#${value}`;
}

/** The figure's days, and its place in the report. */
export function placeWords({ from, to, at, noAd }: Figure, session: Session, t: TFunction): string {
  const days = from === to ? formatDay(from) : `${formatDay(from)} 〜 ${formatDay(to)}`;
  const places = axisKeys.flatMap((axis) => {
    const values = at[axis];
    return values ? [`${t(`report.axes.${axis}`)}: ${values.map((value) => valueWords(axis, value, session, t)).join(', ')}`] : [];
  });
  return [days, ...(noAd ? [t('report.noAd')] : []), ...places].join('　');
}
