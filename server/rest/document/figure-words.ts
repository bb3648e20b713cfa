import { AttributionModel, axes, axisKeys, Device, deviceCode, enumName, figureName, NO_VALUE, parseFigure, type AxisKey, type AxisValue, type Figure } from '../../../shared/catalog';
import { formatDay } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import type { ApiContext } from '../../graphql/context';
import { namesOf } from './names';
import { documentWords } from './words';

/** What a figure is called in reports. */
function nameWords(figure: Figure, locale: Locale): string {
  const { measures, enums, logs, cvInfo, effect } = texts[locale];
  const own = { everyConversion: cvInfo.figures.count, clickCost: logs.figure.clickCost, approvedCost: logs.figure.approvedCost, customers: effect.measures.customers };
  const { word, measure, model } = figureName(figure);
  const label = word ? own[word] : measure ? measures[measure].label : figure.key;
  const under = enumName(AttributionModel, model);
  return under ? documentWords[locale].aside(label, enums.AttributionModel[under]) : label;
}

/** The figure of a report that a log is of: what it is called, its days, and the place of its row. */
export async function figureInWords(text: string, productId: number | null, { context, locale }: { readonly context: ApiContext; readonly locale: Locale }): Promise<string> {
  const figure = parseFigure(text);
  if (!figure) return text;
  const { report, enums } = texts[locale];
  const words = documentWords[locale];
  const { from, to, at, noAd } = figure;
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
  return [nameWords(figure, locale), days, ...(noAd ? [report.noAd] : []), ...(await Promise.all(places)).flat()].join(words.and);
}
