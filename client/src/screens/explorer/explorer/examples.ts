import type { TFunction } from 'i18next';
import { reportNames, type ReportName } from '../../../../../shared/catalog';
import { textAt } from '../../../i18n/i18n';
import { explorerQuery, explorerVariables } from '../../../kit/report/explorer-query';
import { INITIAL_PARAMETERS } from './builder/report-builder';
import { SUBJECTS } from './docs/subjects';

interface Example {
  name: ReportName;
  title: string;
  query: string;
  variables: string;
}

/** Returns an example query of every report for the active product. */
export const exampleQueries = (productId: number, t: TFunction): Example[] =>
  reportNames.map((name) => {
    const title = textAt(t, SUBJECTS.reports[name]);
    const own = { product_id: String(productId), period: 'd30', ...INITIAL_PARAMETERS[name] };
    const parameters = new URLSearchParams(own);
    const query = `# ${title}\n${explorerQuery(name, parameters)}`;
    return { name, title, query, variables: explorerVariables(parameters) };
  });
