import { InputNumber, Segmented, Select, Skeleton, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isEnumValue, NewAndExistingEvaluation, NO_VALUE } from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { useDisagreementQuery, type DisagreementQuery } from '../../../generated/graphql';
import { currentLanguage } from '../../../i18n/i18n';
import { drillDownLogPath, viewParameters, withParameters } from '../../../kit/address';
import { ChartCard } from '../../../kit/chart/chart-card';
import { useOpenDrillDown } from '../../../kit/drill-down';
import { ErrorNote } from '../../../kit/error-note';
import { BarField, FilterBar } from '../../../kit/filter/filter-bar';
import { EvaluationSelect } from '../../../kit/model-select';
import { Page } from '../../../kit/page';
import { DateRange } from '../../../kit/period/date-range';
import { periodParameters, rangeOf, readPeriod } from '../../../kit/period/period';
import { graphqlAxis } from '../../../kit/report/axes';
import { ExportButton } from '../../../kit/report/report-frame';
import { AsOfFoot } from '../../../kit/report/report-notes';
import { SaveViewButton } from '../../../kit/saved-view/save-view-button';
import { StateNote } from '../../../kit/states';
import { dayText } from '../../../kit/tokyo-date';
import { useNarrow } from '../../../kit/use-window';
import { useToday } from '../../../kit/use-today';
import { useRight } from '../../../session/rights';
import { useProductId, useWeekStart } from '../../../session/session-context';
import { AXES, idOf, keyOf, type MapAxis, type MapMeasure, type MapRow } from './answer';
import { MAX_CPA, OWN, readMapState, type MapState } from './map-state';
import { NotesPanel } from './notes-panel';
import { RangeCard } from './range-card';
import { RowsTable } from './rows-table';
import { VerdictCard } from './verdict-card';

/** Height of the chart while it loads, in pixels: of some twenty rows. */
const CHART_HEIGHT = 640;

/** Longer than other reports: journeys count as not converted only 30 days after their last contact. */
const DEFAULT_PERIOD = { preset: 'd90' } as const;

type Change = (changes: Readonly<Record<string, string | number | null>>) => void;

/** Target CPA of rows without one; applies on blur or Enter. */
function TargetField({ cpa, onChange }: { cpa: number | null; onChange: (cpa: number | null) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(cpa);
  useEffect(() => setTyped(cpa), [cpa]);
  const take = (): void => {
    const next = typed === null || typed === 0 ? null : typed;
    if (next !== cpa) onChange(next);
  };
  return (
    <InputNumber<number>
      style={{ width: 132 }}
      min={0}
      max={MAX_CPA}
      precision={0}
      controls={false}
      value={typed}
      placeholder={t('disagreement.cpaPlaceholder')}
      suffix={t('report.unitYen')}
      aria-label={t('disagreement.cpa')}
      title={t('disagreement.cpaHint')}
      formatter={(value) => (value ? Number(value).toLocaleString('en') : '')}
      parser={(text) => Number((text ?? '').normalize('NFKC').replace(/[^\d]/g, ''))}
      onChange={setTyped}
      onBlur={take}
      onPressEnter={take}
    />
  );
}

/** Measure, evaluation, target and journeys of the map. */
function Choices({ state, evaluation, set }: { state: MapState; evaluation: number | null; set: Change }) {
  const { t } = useTranslation();
  const { axis, measure, cpa, includeNull } = state;
  return (
    <>
      <BarField label={t('report.axis')}>
        <Select<MapAxis>
          aria-label={t('report.axis')}
          style={{ minWidth: 110 }}
          value={axis}
          options={AXES.map((one) => ({ value: one, label: t(`report.axes.${one}`) }))}
          onChange={(next) => set({ [OWN.axis]: next === 'ad' ? null : next })}
        />
      </BarField>
      <Segmented<MapMeasure>
        aria-label={t('disagreement.measure')}
        value={measure}
        options={[
          { value: 'cv', label: t('disagreement.measures.cv') },
          { value: 'amount', label: t('disagreement.measures.amount') },
        ]}
        onChange={(next) => set({ [OWN.measure]: next === 'cv' ? null : next })}
      />
      <BarField label={t('report.evaluation')}>
        <EvaluationSelect value={evaluation} onChange={(next) => set({ [OWN.evaluation]: next })} />
      </BarField>
      {measure === 'cv' && (
        <BarField label={t('disagreement.cpa')}>
          <TargetField cpa={cpa} onChange={(next) => set({ [OWN.cpa]: next })} />
        </BarField>
      )}
      <label className="ic-inline-row ic-gap-8 ic-note">
        <Switch
          size="small"
          checked={includeNull}
          onChange={(checked) => set({ [OWN.includeNull]: checked ? null : '0' })}
        />
        {t('disagreement.includeNull')}
      </label>
    </>
  );
}

/** Placeholder of the answer: the first map of a period is computed while one waits. */
function Waiting() {
  const { t } = useTranslation();
  const title = t('disagreement.chart_cv');
  return (
    <>
      <div className="ic-card ic-p-16-20">
        <p className="ic-secondary" role="status">
          {t('disagreement.computing')}
        </p>
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </div>
      <ChartCard label={title} title={title} spoken={undefined} height={CHART_HEIGHT} waiting>
        {null}
      </ChartCard>
    </>
  );
}

interface AnswerProps {
  answer: DisagreementQuery['disagreement'];
  state: MapState;
  range: DayRange;
}

/** The sentence, the chart and the table. */
function Answer({
  answer: { results, model, evaluation },
  state: { axis, measure, includeNull },
  range,
}: AnswerProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const open = useOpenDrillDown();
  const mayOpenLog = useRight('logs') !== 'none';
  // Under LINEAR each ad of a path has a share, so these are the conversions with the row in their path.
  const pathOf = (row: MapRow): string | undefined =>
    row.others || !mayOpenLog
      ? undefined
      : drillDownLogPath(productId, {
          key: 'attrCv1',
          ...range,
          at: row.noAd ? {} : { [axis]: [idOf(row, axis) ?? NO_VALUE] },
          noAd: row.noAd,
          evaluation: isEnumValue(NewAndExistingEvaluation, evaluation) ? evaluation : null,
          cvSettingIds: [],
        });
  if (!results.some(({ max }) => (max ?? 0) > 0))
    return (
      <div className="ic-card">
        <StateNote title={t('disagreement.empty')} hint={t('disagreement.emptyHint')} />
      </div>
    );
  return (
    <>
      <VerdictCard rows={results} model={model} axis={axis} measure={measure} />
      <RangeCard
        rows={results}
        axis={axis}
        measure={measure}
        onOpen={(key) => {
          const row = results.find((one) => keyOf(one, axis) === key);
          const path = row && pathOf(row);
          if (path) open(path);
        }}
      />
      <RowsTable rows={results} model={model} axis={axis} measure={measure} pathOf={pathOf} />
      <NotesPanel model={model} includeNull={includeNull} />
    </>
  );
}

/** Where attribution models disagree about ads, and what would settle it. The address holds the state. */
export function DisagreementMap() {
  const { t } = useTranslation();
  const productId = useProductId();
  const narrow = useNarrow();
  const [address, setAddress] = useSearchParams();
  const standing = { today: useToday(), weekStart: useWeekStart() };
  const period = readPeriod(address) ?? DEFAULT_PERIOD;
  const range = rangeOf(period, standing);
  const state = readMapState(address);
  const { data, previousData, error, loading, refetch } = useDisagreementQuery({
    variables: {
      ...{ productId, dateFrom: dayText(range.from), dateTo: dayText(range.to) },
      axis: graphqlAxis(state.axis),
      measure: state.measure,
      evaluation: state.evaluation ?? null,
      includeNull: state.includeNull,
      cpa: state.measure === 'cv' ? state.cpa : null,
    },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const answer = data?.disagreement;
  const fileQuery = (): URLSearchParams =>
    new URLSearchParams({
      ...{ product_id: String(productId), axis: state.axis, measure: state.measure },
      ...{ date_from: dayText(range.from), date_to: dayText(range.to) },
      ...(state.evaluation !== undefined && { evaluation: String(state.evaluation) }),
      ...(state.measure === 'cv' && state.cpa !== null && { cpa: String(state.cpa) }),
      ...(!state.includeNull && { include_null: '0' }),
      ...{ layout: 'document', locale: currentLanguage() },
    });
  const file = { path: '/api/v1/analyses/disagreement', query: fileQuery };
  const set: Change = (changes) => setAddress((before) => withParameters(before, changes));
  return (
    <Page
      title={t('menu.disagreement')}
      lead={t('disagreement.lead')}
      actions={
        <div className="ic-flex ic-gap-8">
          <SaveViewButton
            address={() => withParameters(viewParameters(address, productId), periodParameters(period))}
            report={file}
            bare={narrow}
          />
          <ExportButton
            {...file}
            name={t('menu.disagreement')}
            total={answer?.results.length}
            disabled={!answer || answer.results.length === 0}
            bare={narrow}
          />
        </div>
      }
    >
      <FilterBar>
        <DateRange
          period={period}
          weekStart={standing.weekStart}
          onChange={(next) => set(periodParameters(next))}
        />
        <Choices
          state={state}
          evaluation={state.evaluation ?? (answer ?? previousData?.disagreement)?.evaluation ?? null}
          set={set}
        />
      </FilterBar>
      {error && !answer ? (
        <div className="ic-card">
          <ErrorNote of="report" error={error} retry={() => void refetch()} />
        </div>
      ) : !answer ? (
        <Waiting />
      ) : (
        <Answer answer={answer} state={state} range={range} />
      )}
      <AsOfFoot
        className=""
        asOf={loading ? undefined : answer?.model.computedAt}
        loading={loading}
        onRefresh={() => void refetch()}
      />
    </Page>
  );
}
