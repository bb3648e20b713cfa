import {
  formatMetricCell,
  hasLogRows,
  logOfBaseMeasure,
  type MetricCell,
  type CellLog,
  type TranslateCellText,
} from '../../../shared/catalog';
import type { TFunction } from 'i18next';
import { textAt } from '../i18n/i18n';

/** Returns the URL parameters with changes; no value or an empty string removes a parameter. */
export function withParameters(
  before: URLSearchParams,
  changes: Readonly<Record<string, string | number | null | undefined>>,
): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value == null || value === '') after.delete(name);
    else after.set(name, String(value));
  }
  return after;
}

/** Parameter with the code of the saved view that an address was opened from. */
export const VIEW = 'v';

/** Parameters for positions and temporary states, which are not part of a view. */
const TRANSIENT = [VIEW, 'page', 'after', 'before', 'at', 'live'];

/** Queries with saved views, to refetch after a change. */
export const VIEW_QUERIES = ['PinnedViews', 'SavedViews'];

interface Address {
  readonly code: string;
  readonly path: string;
  readonly search: string;
}

/** Returns the path of a saved view: its screen with its state. */
export const viewPath = ({ code, path, search }: Address): string =>
  `${path}?${new URLSearchParams([...new URLSearchParams(search), [VIEW, code]])}`;

/** Returns the target of a short link. */
export const linkPath = ({ saved, ...page }: Address & { readonly saved: boolean }): string =>
  saved ? viewPath(page) : `${page.path}?${page.search}`;

/** Returns the short link of a saved view or a page. */
export const viewLink = ({ code }: Pick<Address, 'code'>): string => `${location.origin}/v/${code}`;

/** Returns the parameters of an address that a view stores. */
export function viewParameters(address: URLSearchParams, productId: number | undefined): URLSearchParams {
  const parameters = new URLSearchParams([...address].filter(([name]) => !TRANSIENT.includes(name)));
  if (productId !== undefined) parameters.set('product_id', String(productId));
  return parameters;
}

const paths: Readonly<Record<CellLog, string>> = {
  interactions: '/log/interaction',
  accesses: '/log/access',
  conversions: '/log/cv',
  results: '/log/result',
  mediaCosts: '/ad/media-cost',
};

/** URL parameter for the metric value whose rows a log shows. */
export const DRILL_DOWN = 'figure';

/** Conditions of a metric value without any filter. */
export const UNFILTERED_CELL = { at: {}, noAd: false, evaluation: null, cvSettingIds: [] } as const;

/**
 * Returns the path of the log with the rows behind a metric value. Undefined for fees, which are no events,
 * and for values that are split among ads.
 */
export function drillDownLogPath(productId: number, metric: MetricCell): string | undefined {
  const log = logOfBaseMeasure(metric.key);
  return log === null || !hasLogRows(metric.key, metric)
    ? undefined
    : `${paths[log]}?${new URLSearchParams({ product_id: String(productId), [DRILL_DOWN]: formatMetricCell(metric) })}`;
}

/** Returns the function that translates the texts of a filter path. */
export const describeFilterPath =
  (t: TFunction): TranslateCellText =>
  (key, about) =>
    textAt(t, key, about);
