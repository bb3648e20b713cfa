import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  attributeKeys,
  formatLatency,
  formatTouchCount,
  type MeasureKey,
  type MeasureUnit,
  type Span,
  axisName,
} from '../../../../../shared/catalog';
import { LATENCY_BINS, TOUCH_BINS } from '../../../../../shared/domain/journey';
import { entriesOf, isKeyOf, keysOf } from '../../../../../shared/records';
import { currentLanguage } from '../../../i18n/i18n';
import { BarField } from '../../../kit/filter/filter-bar';
import { MultiSelect } from '../../../kit/multi-select';
import { resolveDays } from '../../../kit/period/comparison';
import { useMetricLinks, type MetricLinks } from '../../../kit/report/drill-down-links';
import { EvaluationChoice, ModelChoice, ReportFilters } from '../../../kit/report/report-filters';
import { KeyMetrics } from '../../../kit/report/key-metrics';
import { AsOfFoot } from '../../../kit/report/report-notes';
import { ReportFrame } from '../../../kit/report/report-frame';
import { linkParameters } from '../../../kit/report/share-link';
import type { ReportColumn } from '../../../kit/report/types';
import { useAttributes } from '../../../kit/report/use-attributes';
import { useReportState } from '../../../kit/report/use-report-state';
import { ColumnChooser } from '../../../kit/columns/column-chooser';
import { describeFilterPath } from '../../../kit/address';
import { useNarrow } from '../../../kit/use-window';
import { useToday } from '../../../kit/use-today';
import { useProductId, useSession, useWeekStart } from '../../../session/session-context';
import styles from './cv.module.css';
import { HourMap } from './hour-map';
import { PathsPanel } from './paths-panel';
import {
  OWN,
  PAGE_SIZE,
  readCursor,
  cursorOfPage,
  cursorParameters,
  baseVariablesOf,
  readCvSettings,
  type Spread,
  spanText,
  timesText,
} from './query-state';
import { RowsPanel } from './rows-panel';
import { SpreadCard } from './spread-card';
import { SystemPanel } from './system-panel';
import { useCvInfo, useCvLinks } from './use-cv-info';
import { filterParameter } from '../../../kit/report/axes';
import type { ReportState } from '../../../kit/report/url-state';

/** Builds the download query for all pages of the list in the current order. */
function downloadOf(
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

const DEFAULTS = {
  axes: [],
  sort: { key: 'cv_time', ascending: false },
  item: '',
  passing: [OWN.page, OWN.after, OWN.before],
};
const METRIC_UNITS = {
  count: 'count',
  cvTotalFinal: 'count',
  cvTotalMiddle: 'count',
  directCount: 'count',
  amountSum: 'yen',
  adTouchAvg: 'number',
  averageLatency: 'seconds',
} as const satisfies Record<string, MeasureUnit>;
/** Metrics that ad statistics also have, with the same drill-down. */
const LINKED_MEASURES = {
  cvTotalFinal: 'cvTotalFinal',
  cvTotalMiddle: 'cvTotalMiddle',
  amountSum: 'amountSum',
} as const satisfies Partial<Record<keyof typeof METRIC_UNITS, MeasureKey>>;

const spanOf = ({ from, to }: Spread['bars'][number]): Span => ({ from, to: to ?? null });

/**
 * CV information: conversions with their paths, distributions and frequent paths. The address holds the whole
 * state.
 */
export function CvInfo() {
  const { t } = useTranslation();
  const productId = useProductId();
  const { selections } = useSession();
  const [parameters] = useSearchParams();
  const controls = useReportState('cv', DEFAULTS);
  const { state, set } = controls;
  const attributes = useAttributes('cv', controls, attributeKeys);
  const narrow = useNarrow();
  const [today, weekStart] = [useToday(), useWeekStart()];
  const days = useMemo(
    () => resolveDays(state.period, 'none', { today, weekStart }),
    [state.period, today, weekStart],
  );
  const cvSettingIds = readCvSettings(parameters);
  const place = readCursor(parameters);
  const [flow, compressed] = [parameters.get(OWN.view) === 'flow', parameters.get(OWN.repeats) !== '1'];
  const question = baseVariablesOf(state, productId, days.range, cvSettingIds);
  const { rows, spread, paths, backlog, failed, refetch } = useCvInfo({
    question,
    model: state.model,
    place,
    sort: state.sort,
    compressed,
  });
  const info = (rows.data ?? rows.previousData)?.cvInfo;
  const spreads = (spread.data ?? spread.previousData)?.cvInfo;
  const frequent = (paths.data ?? paths.previousData)?.cvInfo;
  const links = useCvLinks({
    range: days.range,
    filters: state.filters,
    cvSettingIds,
    evaluation: info?.evaluation,
    compressed,
  });
  const opens = useMetricLinks({
    query: { productId, ...days.range, filters: state.filters },
    axes: [],
    total: rows.data?.cvInfo.total,
    model: info?.attributionModel,
    evaluation: info?.evaluation,
  });
  const metricColumns = useMemo(
    () =>
      entriesOf(METRIC_UNITS).map(([key, unit]): ReportColumn => ({
        key,
        ...(isKeyOf(LINKED_MEASURES, key) ? { measure: LINKED_MEASURES[key] } : {}),
        title: t(`cvInfo.figures.${key}`),
        unit,
        direction: 'neutral',
        definition: t(`cvInfo.definitions.${key}`),
        group: '',
        value: ({ [key]: value }) => (typeof value === 'number' ? value : null),
      })),
    [t],
  );
  // This screen narrows conversions by CV setting; report drill-downs don't. They are disabled with such a
  // filter.
  const metricLink: MetricLinks = (row, column) => {
    // An empty count has no drill-down.
    if (column.key === 'count') return column.value(row) ? links?.all : undefined;
    if (column.key === 'directCount') return column.value(row) ? links?.direct : undefined;
    return cvSettingIds.length > 0 ? undefined : opens?.(row, column);
  };
  return (
    <ReportFrame
      title={t('menu.cv')}
      lead={t('cvInfo.lead')}
      report={{
        path: '/api/v1/analyses/cv_info',
        query: () => downloadOf(question, state, currentLanguage()),
      }}
      address={() => linkParameters(new URLSearchParams(location.search), state, undefined)}
      state={state}
      total={info?.total.count}
      bar={
        <ReportFilters controls={controls} days={days} narrow={narrow} plain>
          <ModelChoice controls={controls} used={info?.attributionModel} />
          <EvaluationChoice controls={controls} used={info?.evaluation} />
          <BarField label={t('cvInfo.settings')}>
            <MultiSelect<number[]>
              value={cvSettingIds}
              placeholder={t('cvInfo.allSettings')}
              aria-label={t('cvInfo.settings')}
              popupMatchSelectWidth={false}
              maxTagCount={1}
              style={{ minWidth: 148 }}
              options={selections.cvSetting.map(({ id, label }) => ({ value: id, label }))}
              onChange={(ids) => set({ [OWN.settings]: ids.join(',') })}
            />
          </BarField>
        </ReportFilters>
      }
      backlog={backlog}
      error={failed}
      retry={refetch}
      clear={controls.clearConditions}
    >
      <KeyMetrics
        columns={metricColumns}
        total={rows.data ? rows.data.cvInfo.total : undefined}
        opens={metricLink}
      />
      <div className={`ic-grid ic-gap-16 ${styles.spreads}`}>
        <SpreadCard
          title={t('cvInfo.touchCounts')}
          lead={t('cvInfo.touchCountsHint')}
          spread={spreads?.touchCounts}
          bins={TOUCH_BINS.length}
          barText={(bar) => formatTouchCount(spanOf(bar), describeFilterPath(t))}
          valueText={(value) => timesText(value, t)}
          opens={spread.data && links && ((bar) => links.along({ touches: spanOf(bar) }))}
        />
        <SpreadCard
          title={t('cvInfo.latencies')}
          lead={t('cvInfo.latenciesHint')}
          spread={spreads?.latencies}
          bins={LATENCY_BINS.length}
          barText={(bar) => formatLatency(spanOf(bar), describeFilterPath(t))}
          valueText={spanText}
          opens={spread.data && links && ((bar) => links.along({ latency: spanOf(bar) }))}
        />
      </div>
      <HourMap hours={spreads?.hours} weekStart={weekStart} upright={narrow} />
      <SystemPanel systems={spreads?.systems} />
      <PathsPanel
        paths={frequent?.frequentPaths}
        pathCount={frequent?.pathCount ?? 0}
        stale={paths.loading}
        flow={flow}
        compressed={compressed}
        links={paths.data && links}
        set={(changes) => set({ ...cursorParameters(place), ...changes })}
      />
      <RowsPanel
        rows={info?.results}
        count={info?.total.count ?? 0}
        page={place.page}
        sort={state.sort}
        stale={rows.loading}
        narrow={narrow}
        model={info?.attributionModel}
        evaluation={info?.evaluation}
        attributes={attributes.visible}
        actions={
          <ColumnChooser
            items={attributes.items}
            visible={new Set(attributes.visible.map(axisName))}
            onToggle={attributes.toggle}
          />
        }
        onPage={(to) =>
          set(
            cursorParameters(
              cursorOfPage(to, {
                page: place.page,
                last: Math.ceil((info?.total.count ?? 0) / PAGE_SIZE),
                next: info?.next ?? null,
                previous: info?.previous ?? null,
              }),
            ),
          )
        }
        onSort={controls.setSort}
      />
      <AsOfFoot
        className=""
        asOf={rows.loading ? undefined : info?.asOf}
        loading={rows.loading}
        onRefresh={refetch}
      />
    </ReportFrame>
  );
}
