import { axisName, FIGURE_FILTER } from '../../../../shared/catalog';
import { keysOf } from '../../../../shared/records';
import { currentLanguage } from '../../i18n/i18n';
import { filterParameter } from './axes';
import type { ReportQuery } from './types';
import { isCompared, type MetricColumn, type Sort } from '../table/measure-column';
import { dayText } from '../tokyo-date';

const OF_MODEL = /^(.+)_model_(\d)$/;

/** Download options of one report: columns before the axes, and parameters. */
export interface OwnDownload {
  readonly leading: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}
const NOTHING_OWN: OwnDownload = { leading: [], parameters: {} };

/** Column of a download. */
type FileColumn = Pick<MetricColumn<never>, 'key' | 'signed' | 'alone'>;

/**
 * Returns the query of the REST download of a report, with the same days, comparison, axes, filters, model,
 * sort and columns.
 * @param columns metric columns in display order; axes go first, and comparison columns follow their column
 */
export function downloadQuery(
  query: ReportQuery,
  sort: Sort,
  columns: readonly FileColumn[],
  own: OwnDownload = NOTHING_OWN,
): URLSearchParams {
  // A column of one model sorts by the measure under that model.
  const [, measure = sort.key, sortModel] = OF_MODEL.exec(sort.key) ?? [];
  const model = sortModel === undefined ? query.model : Number(sortModel);
  const { previous } = query;
  const beside = columns.flatMap(({ key, ...column }) =>
    previous && isCompared(column) ? [key, `${key}_previous`] : [key],
  );
  const parameters = new URLSearchParams({
    product_id: String(query.productId),
    date_from: dayText(query.from),
    date_to: dayText(query.to),
    axis: query.axes.map(axisName).join(','),
    sortName: measure,
    sortAsc: String(sort.ascending),
    columns: [...own.leading, ...[...query.axes, ...query.attributes].map(axisName), ...beside].join(','),
    layout: 'document',
    locale: currentLanguage(),
    ...own.parameters,
  });
  if (previous) {
    parameters.set('compare_from', dayText(previous.from));
    parameters.set('compare_to', dayText(previous.to));
  }
  if (model !== undefined) parameters.set('attribution_model', String(model));
  if (query.evaluation !== undefined) parameters.set('evaluation', String(query.evaluation));
  if (query.cvSettingIds.length > 0) parameters.set('cv_setting_ids', query.cvSettingIds.join(','));
  for (const axis of keysOf(query.filters)) {
    const values = query.filters[axis] ?? [];
    const name = filterParameter(axis);
    if (name && values.length > 0) parameters.set(name, values.join(','));
  }
  if (query.figures?.length) parameters.set(FIGURE_FILTER, query.figures.join(','));
  return parameters;
}
