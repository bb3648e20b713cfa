import { useTranslation } from 'react-i18next';
import { drillDownSums, AttributionModel } from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import type { AdPageQuery } from '../../../generated/graphql';
import { ApprovalTag } from '../../../kit/status-tag';
import { drillDownLogPath, UNFILTERED_CELL } from '../../../kit/address';
import { Panel } from '../../../kit/page';
import { metricText, MetricLink } from '../../../kit/table/number-cell';
import { dayText } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import { SmallTable } from './small-table';

interface ResultsProps {
  adId: number;
  range: DayRange;
  states: AdPageQuery['states'];
}

/** Results by state with their costs, each linked to its rows. */
export function Results({ adId, range, states }: ResultsProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const canViewLogs = useRight('logs') !== 'none';
  const count = (value: number): string => metricText(value, { unit: 'count' });
  const yen = (value: number): string => metricText(value, { unit: 'yen' });
  const sum = (of: 'count' | 'cvCost'): number => states.reduce((all, state) => all + state[of], 0);
  const list = (status?: number): string =>
    `/log/result?${new URLSearchParams({ product_id: String(productId), adId: String(adId), ...(status === undefined ? {} : { approvalStatus: String(status) }), from: dayText(range.from), to: dayText(range.to) })}`;
  /** Costs that are also report measures link to their rows. */
  const costs = (status: number): string => {
    const measure = status === ApprovalStatus.PENDING ? 'adCostUnapproved' : 'adCost';
    const key = drillDownSums(measure, AttributionModel.LINEAR).at(-1);
    const path =
      status === ApprovalStatus.REJECTED || !key
        ? undefined
        : drillDownLogPath(productId, { ...UNFILTERED_CELL, key, ...range, at: { ad: [adId] } });
    return path ?? list(status);
  };
  const open = (text: string, to: string, value: number) =>
    canViewLogs && value !== 0 ? <MetricLink to={to}>{text}</MetricLink> : text;
  return (
    <Panel title={t('overview.adPage.results')} lead={t('overview.adPage.resultsLead')}>
      <SmallTable
        heads={['state', 'resultCount', 'resultCost']}
        foot={
          <tr>
            <th scope="row">{t('overview.adPage.resultAll')}</th>
            <td>{open(count(sum('count')), list(), sum('count'))}</td>
            <td>{open(yen(sum('cvCost')), list(), sum('cvCost'))}</td>
          </tr>
        }
      >
        {states.map(({ approvalStatus, count: number, cvCost }) => (
          <tr key={approvalStatus}>
            <th scope="row">
              <ApprovalTag status={approvalStatus} />
            </th>
            <td>{open(count(number), list(approvalStatus), number)}</td>
            <td>{open(yen(cvCost), costs(approvalStatus), cvCost)}</td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  );
}
