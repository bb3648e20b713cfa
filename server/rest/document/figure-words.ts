import { AttributionModel, axes, axisKeys, Device, deviceCode, enumName, measureOfSum, NO_VALUE, parseFigure, type AxisKey, type AxisValue, type BaseKey } from '../../../shared/catalog';
import { formatDay } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import type { ApiContext } from '../../graphql/context';
import { namesOf } from './names';
import { documentWords } from './words';

/** What a base sum is called in reports. */
function sumWords(key: BaseKey, locale: Locale): string {
  const { measures, enums, logs } = texts[locale];
  if (key === 'costSen') return logs.figure.clickCost;
  if (key === 'cvCostApprovedSen') return logs.figure.approvedCost;
  const found = measureOfSum(key);
  if (!found) return key;
  const { label } = measures[found.measure];
  const model = enumName(AttributionModel, found.model);
  return model ? documentWords[locale].aside(label, enums.AttributionModel[model]) : label;
}

/** The figure of a report that a log is of: what it is called, its days, and the place of its row. */
export async function figureInWords(text: string, productId: number | null, { context, locale }: { readonly context: ApiContext; readonly locale: Locale }): Promise<string> {
  const figure = parseFigure(text);
  if (!figure) return text;
  const { report, enums } = texts[locale];
  const words = documentWords[locale];
  const { key, from, to, at, noAd } = figure;
  const nameOf = async (axis: AxisKey, value: AxisValue): Promise<string> => {
    const { choices } = axes[axis];
    if (value === NO_VALUE) return report.unset;
    if (axis === 'device') return enums.Device[enumName(Device, deviceCode(String(value))) ?? 'OTHER'];
    return choices === null || choices === 'device' ? `#${value}` : (await namesOf(context, choices, [Number(value)], productId)).join();
  };
  const places = axisKeys.map(async (axis) => {
    const names = await Promise.all((at[axis] ?? []).map((value) => nameOf(axis, value)));
    return names.length === 0 ? [] : [`${report.axes[axis]}${words.colon}${names.join(words.and)}`];
  });
  const days = [...new Set([from, to])].map((day) => formatDay(day)).join(words.to);
  return [sumWords(key, locale), days, ...(noAd ? [report.noAd] : []), ...(await Promise.all(places)).flat()].join(words.and);
}
