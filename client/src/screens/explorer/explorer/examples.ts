import type { TFunction } from 'i18next';
import { explorerQuery, queryNameOf } from '../../../kit/report/explorer-query';

interface Example {
  query: string;
}

/** The reports with what they are called, and what is worth asking of each at first. */
const REPORTS = [
  ['ad_summaries', 'menu.ad_statistics', { axis: 'asp' }],
  ['attributions', 'menu.attribution', { axis: 'asp' }],
  ['time_series', 'menu.term', { unit: 'day' }],
  ['cv_info', 'menu.cv', {}],
  ['transitions', 'menu.effect', { axis: 'asp', measure: 'roas_cumulative' }],
  ['allocations', 'menu.allocation', { axis: 'asp' }],
  ['lpo_analysis', 'menu.lpo', { axis: 'redirect,lpo_title' }],
] as const;

/** An example of every report, each opened as a tab, about the active product. */
export const exampleQueries = (productId: number, t: TFunction): Example[] =>
  REPORTS.flatMap(([path, title, asked]) => {
    const name = queryNameOf(path);
    return name ? [{ query: `# ${t(title)}\n${explorerQuery(name, new URLSearchParams({ product_id: String(productId), ...asked }))}` }] : [];
  });
