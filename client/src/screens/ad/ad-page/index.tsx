import { BarChartOutlined, EditOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, Link } from 'react-router-dom';
import { type MetricCell, formatMetricCell } from '../../../../../shared/catalog';
import {
  AdPageDocument,
  useAdPageQuery,
  type AdPageQuery,
  type AdPageQueryVariables,
  useAdConversionsQuery,
} from '../../../generated/graphql';
import { BackPage, Page, Panel } from '../../../kit/page';
import { FilterBar } from '../../../kit/filter/filter-bar';
import { DateRange } from '../../../kit/period/date-range';
import { periodParameters } from '../../../kit/period/period';
import { Placeholder } from '../../../kit/loading';
import { isPlainClick } from '../../../kit/plain-click';
import { metricValue } from '../../../kit/report/answer';
import { ComparisonNote, ComputingNote, MediaNote } from '../../../kit/report/report-notes';
import { useReread, useWatch } from '../../../kit/report/use-report-data';
import { StateNote } from '../../../kit/states';
import { ErrorNote } from '../../../kit/error-note';
import { ignored } from '../../../kit/ignored';
import { UNFILTERED_CELL, drillDownLogPath } from '../../../kit/address';
import { dayText, formatDateTime } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import { Credit } from './credit';
import styles from './ad-page.module.css';
import { AdMetrics } from './ad-metrics';
import { Links } from './links';
import { usePageState, type PageState, PartState } from './page-state';
import { Paths } from './paths';
import { Results } from './results';
import { AdFacts, AdHistory } from './settings';
import { formatNumber } from '../../../../../shared/format';
import { logPaths } from '../../../kit/log/log-paths';
import { metricText } from '../../../kit/table/number-cell';
import { SmallTable } from './small-table';

/** The latest conversions behind a metric value, with a link to the full list. */
function Conversions({ drillDown }: { drillDown: MetricCell }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, previousData, error, refetch } = useAdConversionsQuery({
    variables: { productId, figure: [formatMetricCell(drillDown)] },
  });
  const rows = (data ?? previousData)?.conversions.results;
  const log = drillDownLogPath(productId, drillDown);
  return (
    <Panel
      title={t('overview.adPage.conversions')}
      lead={t('overview.adPage.conversionsLead')}
      actions={
        log && (
          <Link to={log}>
            {t('overview.adPage.openLog')} <RightOutlined aria-hidden="true" />
          </Link>
        )
      }
    >
      <PartState
        ready={rows !== undefined}
        error={error}
        failed={t('list.errorTitle')}
        retry={() => void refetch().catch(ignored)}
      >
        <SmallTable
          heads={['when', 'setting', 'touches', 'amount']}
          words={[1]}
          empty={rows?.length === 0 && t('overview.adPage.conversionsEmpty')}
        >
          {rows?.map(({ id, cvSettingId, cvTime, cvSetting, amount, touches }) => (
            <tr key={`${cvSettingId}/${id}`}>
              <th scope="row">
                <Link to={logPaths.conversion(id, cvSettingId)}>{formatDateTime(cvTime)}</Link>
              </th>
              <td className="ic-start">{cvSetting?.label}</td>
              <td>{formatNumber(touches)}</td>
              <td>{metricText(amount, { unit: 'yen' })}</td>
            </tr>
          ))}
        </SmallTable>
      </PartState>
    </Panel>
  );
}

/** Address parameters that carry over from one ad to another. */
const DAYS = ['period', 'from', 'to', 'compare'] as const;

/** Ad page: results and costs, attributed credit, conversion paths and the state of the links. */
export function AdPage() {
  const { t } = useTranslation();
  const { id: text = '' } = useParams();
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : -1;
  return (
    <BackPage to="/ad/ad" label={t('menu.ad')}>
      {id === -1 ? (
        <StateNote title={t('overview.adPage.missing')} hint={t('overview.adPage.missingHint')} />
      ) : (
        <AdPageContent key={id} id={id} />
      )}
    </BackPage>
  );
}

function variablesOf(productId: number, id: number, { days }: PageState): AdPageQueryVariables {
  const { range, previous } = days;
  return {
    productId,
    id,
    dateFrom: dayText(range.from),
    dateTo: dayText(range.to),
    compareFrom: previous ? dayText(previous.from) : null,
    compareTo: previous ? dayText(previous.to) : null,
    beforeFrom: dayText((previous ?? range).from),
    beforeTo: dayText((previous ?? range).to),
    compared: previous !== undefined,
  };
}

function AdPageContent({ id }: { id: number }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const state = usePageState();
  const variables = variablesOf(productId, id, state);
  const answer = useAdPageQuery({ variables });
  const { range } = state.days;
  const { data, watch } = useReread<AdPageQuery>(answer, {
    document: AdPageDocument,
    variables,
    days: { productId, from: dayText(range.from), to: dayText(range.to) },
    conversionsOf: ({ summary }) => metricValue(summary.total, 'cvTotalFinal') ?? 0,
  });
  const { error } = answer;
  const backlog = useWatch(error && !data ? undefined : watch, data?.summary.version);
  // Keeps the ad's settings visible while the metrics of newly selected days load.
  const last = useRef<AdPageQuery>(undefined);
  if (data) last.current = data;
  const ad = (data ?? last.current)?.ad;
  if (error && !data) {
    return (
      <ErrorNote
        missing={{ title: t('overview.adPage.missing'), hint: t('overview.adPage.missingHint') }}
        missingCodes={['NOT_FOUND', 'FORBIDDEN']}
        title={t('overview.adPage.errorTitle')}
        of="report"
        error={error}
        retry={() => void answer.refetch().catch(ignored)}
      />
    );
  }
  return (
    <Page
      title={ad?.adName ?? t('menu.ad_page')}
      lead={t('overview.adPage.lead')}
      actions={<Actions id={id} state={state} />}
    >
      <AdFacts ad={ad} />
      <div className="ic-relative">
        <FilterBar below={<ComparisonNote state={state} days={state.days} />}>
          <DateRange
            period={state.period}
            comparison={state.comparison}
            weekStart={state.weekStart}
            onChange={state.setPeriod}
          />
        </FilterBar>
      </div>
      <ComputingNote backlog={backlog} />
      <AdMetrics id={id} data={data} state={state} />
      <div className={`ic-grid ic-gap-16 ${styles.pair}`}>
        {data ? (
          <Results adId={id} range={range} states={data.states} />
        ) : (
          <LoadingPanel title={t('overview.adPage.results')} />
        )}
        {data ? (
          <Credit id={id} range={range} data={data} />
        ) : (
          <LoadingPanel title={t('overview.adPage.credit')} />
        )}
      </div>
      <LogSections id={id} state={state} />
      {ad ? <Links ad={ad} /> : <LoadingPanel title={t('overview.adPage.links')} />}
      <AdHistory adId={id} />
      <footer className="ic-hint ic-figures ic-end" style={{ minHeight: 20 }}>
        {data && <MediaNote total={data.summary.total} />}{' '}
        {data && t('report.asOf', { time: formatDateTime(data.summary.asOf) })}
      </footer>
    </Page>
  );
}

/** Sections that need access to logs. Paths need access to reports. */
function LogSections({ id, state }: { id: number; state: PageState }) {
  const productId = useProductId();
  const { from, to } = state.days.range;
  const days = useMemo(
    () =>
      new URLSearchParams(
        DAYS.flatMap((name) => [[name, state.parameters.get(name)] as const]).flatMap(([name, value]) =>
          value === null ? [] : [[name, value]],
        ),
      ),
    [state.parameters],
  );
  const drillDown = useMemo(
    (): MetricCell => ({ ...UNFILTERED_CELL, key: 'cvFinal', from, to, at: { ad: [id] } }),
    [id, from, to],
  );
  const canViewLogs = useRight('logs') !== 'none';
  return (
    <>
      <Paths variables={{ productId, adId: id, dateFrom: dayText(from), dateTo: dayText(to) }} query={days} />
      {canViewLogs && <Conversions drillDown={drillDown} />}
    </>
  );
}

const LoadingPanel = ({ title }: { title: string }) => (
  <Panel title={title}>
    <Placeholder width="100%" height={160} />
  </Panel>
);

/** Links to a breakdown of this ad in the report and to its settings. */
function Actions({ id, state }: { id: number; state: PageState }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEdit = useRight('ads') === 'edit';
  const statistics = new URLSearchParams({ ad_ids: String(id), axis: 'device' });
  for (const [name, value] of Object.entries(periodParameters(state.period)))
    if (value !== null) statistics.set(name, value);
  const button = (to: string) => ({
    href: to,
    onClick: (event: React.MouseEvent<HTMLElement>) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void navigate(to);
    },
  });
  return (
    <>
      <Button icon={<BarChartOutlined />} {...button(`/analyze/ad-statistics?${statistics}`)}>
        {t('overview.adPage.statistics')}
      </Button>
      <Button
        type="primary"
        icon={<EditOutlined />}
        {...button(mayEdit ? `/ad/setting/${id}` : `/ad/setting/${id}?mode=detail`)}
      >
        {t(mayEdit ? 'overview.adPage.edit' : 'overview.adPage.settings')}
      </Button>
    </>
  );
}
