import type { TFunction } from 'i18next';
import {
  axes,
  Device,
  deviceCode,
  figureName,
  figurePlace,
  measureName,
  measureOf,
  measureOfSum,
  NO_VALUE,
  type AxisKey,
  type AxisValue,
  type BaseKey,
  type Figure,
  type MeasureUnit,
  type NamedFigure,
} from '../../../../shared/catalog';
import type { DayRange } from '../../../../shared/domain/calendar';
import { signs, spanned, withAside } from '../../i18n/punctuation';
import { refChoices } from '../form/choices';
import type { Session } from '../../session/session-context';
import { enumLabel } from '../enum-label';
import { sayPlace } from '../describe-filter-path';
import { formatDay } from '../tokyo-date';

const WORDS = {
  everyConversion: 'cvInfo.figures.count',
  clickCost: 'logs.figure.clickCost',
  approvedCost: 'logs.figure.approvedCost',
  gained: 'effect.columns.customers',
  customers: 'effect.measures.customers',
  laterConversions: 'effect.measures.cv',
  laterSales: 'effect.measures.amount',
} as const;

/** What a figure is called, as in its report. @param cvNames the product's own names of its conversions, by measure */
export function sumWords(figure: NamedFigure, t: TFunction, cvNames: ReadonlyMap<string, string>): string {
  const { word, measure, model } = figureName(figure);
  const label = word
    ? t(WORDS[word])
    : measure
      ? (cvNames.get(measureName(measure)) ?? t(`measures.${measure}.label`))
      : figure.key;
  return model === null ? label : withAside(label, enumLabel(t, 'AttributionModel', model));
}

/** In which unit it is shown. */
export const unitOfSum = (key: BaseKey): MeasureUnit =>
  key === 'costSen' || key === 'cvCostApprovedSen'
    ? 'yen'
    : measureOf(measureOfSum(key)?.measure ?? 'adClickCount').unit;

/** What a value of an axis is called. */
function valueWords(axis: AxisKey, value: AxisValue, session: Session, t: TFunction): string {
  if (value === NO_VALUE) return t('report.unset');
  if (axis === 'device') return enumLabel(t, 'Device', deviceCode(String(value)) ?? Device.OTHER);
  const { kind } = axes[axis];
  return (kind && refChoices(session, kind).find((choice) => choice.value === value)?.label) ?? `#${value}`;
}

/** Days as they are written beside figures. */
export const daysWords = ({ from, to }: DayRange): string =>
  from === to ? formatDay(from) : spanned(formatDay(from), formatDay(to));

/** The figure's days, and its place in the report. */
export const placeWords = (figure: Figure, session: Session, t: TFunction): string =>
  figurePlace(figure, {
    say: sayPlace(t),
    named: (axis, values) => values.map((value) => valueWords(axis, value, session, t)),
    days: daysWords,
    signs: signs(),
  }).join('　');
