import type { TFunction } from 'i18next';
import { reportNames, type ReportName } from '../../../../../shared/catalog';
import { textAt } from '../../../i18n/i18n';
import { explorerQuery } from '../../../kit/report/explorer-query';
import { SUBJECTS } from './docs/subjects';

interface Example {
  name: ReportName;
  title: string;
  query: string;
}

/** Example arguments of each report. */
const EXAMPLE_ARGUMENTS: Readonly<Record<ReportName, Readonly<Record<string, string>>>> = {
  adSummaries: { axis: 'asp' },
  attributions: { axis: 'asp' },
  timeSeries: { unit: 'day' },
  lpoAnalysis: { axis: 'redirect,lpo_title' },
  cvInfo: {},
  transitions: { axis: 'asp', measure: 'roas_cumulative' },
  allocations: { axis: 'asp' },
};

/** Returns an example query of every report for the active product. */
export const exampleQueries = (productId: number, t: TFunction): Example[] =>
  reportNames.map((name) => {
    const title = textAt(t, SUBJECTS.reports[name]);
    return {
      name,
      title,
      query: `# ${title}\n${explorerQuery(name, new URLSearchParams({ product_id: String(productId), ...EXAMPLE_ARGUMENTS[name] }))}`,
    };
  });
