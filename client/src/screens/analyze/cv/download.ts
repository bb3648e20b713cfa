import { axisName } from '../../../../../shared/catalog';
import { keysOf } from '../../../../../shared/records';
import { filterParameter } from '../../../kit/report/axes';
import type { ReportState } from '../../../kit/report/url-state';
import type { baseVariablesOf } from './query-state';

/** Builds the download query for all pages of the list in the current order. */
export function downloadOf(
  { productId, dateFrom, dateTo, cvSettingIds }: ReturnType<typeof baseVariablesOf>,
  { filters, model, evaluation, sort }: ReportState,
  locale: string,
): URLSearchParams {
  const parameters = new URLSearchParams({
    product_id: String(productId),
    date_from: dateFrom,
    date_to: dateTo,
    sortName: sort.key,
    sortAsc: String(sort.ascending),
    layout: 'document',
    locale,
  });
  if (cvSettingIds.length > 0) parameters.set('cv_setting_ids', cvSettingIds.join(','));
  if (model !== undefined) parameters.set('attribution_model', String(model));
  if (evaluation !== undefined) parameters.set('evaluation', String(evaluation));
  for (const axis of keysOf(filters)) {
    const values = filters[axis] ?? [];
    parameters.set(filterParameter(axis) ?? axisName(axis), values.join(','));
  }
  return parameters;
}
