import { axisName, measureNames, type AxisKey } from '../../../../shared/catalog';
import { currentLanguage } from '../../i18n/i18n';
import { callRest } from '../../session/rest';
import { filterParameter, type AxisFilters } from './axes';
import { dayText } from '../period/period';
import type { ReportQuery } from './types';
import type { Sort } from '../table/figure-column';

const OF_MODEL = /^(.+)_model_([1-5])$/;

/**
 * The query of the REST download that gives what a report shows: same days, comparison, axes, filters, model, sort, columns.
 * @param columns REST names of the measures in their order; the axes stand before them
 */
export function downloadQuery(query: ReportQuery, sort: Sort, columns: readonly string[]): URLSearchParams {
  // A column of one model sorts as the measure itself under that model.
  const [, measure = sort.key, sortModel] = OF_MODEL.exec(sort.key) ?? [];
  const model = sortModel === undefined ? query.model : Number(sortModel);
  const { previous } = query;
  const beside = columns.flatMap((name) => (previous && measureNames.includes(name) ? [name, `${name}_previous`] : [name]));
  const parameters = new URLSearchParams({
    product_id: String(query.productId),
    date_from: dayText(query.from),
    date_to: dayText(query.to),
    axis: query.axes.map(axisName).join(','),
    sortName: measure,
    sortAsc: String(sort.ascending),
    columns: [...query.axes.map(axisName), ...beside].join(','),
    locale: currentLanguage(),
  });
  if (previous) {
    parameters.set('compare_from', dayText(previous.from));
    parameters.set('compare_to', dayText(previous.to));
  }
  if (model !== undefined) parameters.set('attribution_model', String(model));
  if (query.evaluation !== undefined) parameters.set('evaluation', String(query.evaluation));
  for (const [axis, values] of Object.entries(query.filters as Required<AxisFilters>)) {
    const name = filterParameter(axis as AxisKey);
    if (name && values.length > 0) parameters.set(name, values.join(','));
  }
  return parameters;
}

/**
 * Asks for a one-use address of a download and opens it, so that the browser streams the file itself.
 * @param path the analysis' REST path, e.g. `/api/v1/analyses/ad_summaries`
 * @throws RestError when the server refuses
 */
export async function downloadCsv(path: string, query: URLSearchParams): Promise<void> {
  const response = await callRest(`${path}/download/csv/?${query}`, { method: 'POST' });
  const { url } = (await response.json()) as { url: string };
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
