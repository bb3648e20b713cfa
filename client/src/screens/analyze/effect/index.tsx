import { Button, Segmented } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  defaultAxes,
  DisplayPeriod,
  isTransitionMeasure,
  storedAxisKeys,
  transitionUnit,
  type TransitionMeasureKey,
} from '../../../../../shared/catalog';
import { monthOf } from '../../../../../shared/domain/calendar';
import { isKeyOf } from '../../../../../shared/records';
import { rangeSeparator } from '../../../i18n/punctuation';
import { usePageEdge, useMediaQuery, useNarrow } from '../../../kit/use-window';
import { useAxisNotes } from '../../../kit/notes/use-axis-notes';
import { resolveDays } from '../../../kit/period/comparison';
import { downloadQuery } from '../../../kit/report/download';
import { KeyMetrics } from '../../../kit/report/key-metrics';
import { ModelChoice, ReportFilters } from '../../../kit/report/report-filters';
import { AsOfFoot } from '../../../kit/report/report-notes';
import { ReportFrame } from '../../../kit/report/report-frame';
import { axisText, type ReportDefaults } from '../../../kit/report/url-state';
import { sortText } from '../../../kit/table/measure-column';
import { withParameters } from '../../../kit/address';
import { useReportState } from '../../../kit/report/use-report-state';
import { useWatch } from '../../../kit/report/use-report-data';
import { StateNote } from '../../../kit/states';
import { metricText } from '../../../kit/table/number-cell';
import { useToday } from '../../../kit/use-today';
import { useProductId, useWeekStart } from '../../../session/session-context';
import { AcquisitionChoice, DisplayChoice, MeasureChoice } from './choices';
import { useTotalLinks } from './cohort-links';
import { monthText } from './cohort-rows';
import { AcquirerCohorts, AcquirerCurves, AllCohorts } from './cohort-tables';
import { fileColumns } from './download';
import styles from './effect.module.css';
import { keyMetricColumns, keyRow, useEffectData, type EffectParams } from './use-effect-data';
import { useAcquisition } from './use-acquisition';

/** Rows keep the order of their axes until the user sorts them. */
const UNSORTED = { key: 'acquirer', ascending: true };
const DEFAULTS: ReportDefaults = {
  axes: defaultAxes,
  sort: UNSORTED,
  item: String(DisplayPeriod.MONTHLY_FULL_12),
  items: DisplayPeriod,
};
const FIRST_MEASURE: TransitionMeasureKey = 'roas_cumulative';
const MONTHS: Readonly<Record<number, number>> = {
  [DisplayPeriod.MONTHLY_FULL_12]: 12,
  [DisplayPeriod.MONTHLY_FULL_24]: 24,
};

/** Key metrics that have a drill-down: counts and sums. */
const LINKED_METRICS = { customers: true, cost: true, amount: true } as const;

/** Address parameter of the rows: one per acquisition month, or all months together. */
const ROWS = 'rows';
const BY_MONTH = 'months';

const COMPACT_BELOW = 1200;

const readPage = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1);

/**
 * Ad effect: what customers do after acquisition, by month and ad, and when their revenue covers the
 * acquisition cost.
 */
export function AdEffect() {
  const { t } = useTranslation();
  const productId = useProductId();
  const controls = useReportState('effect', DEFAULTS);
  const { state } = controls;
  const acquisition = useAcquisition();
  const [parameters] = useSearchParams();
  const narrow = useNarrow();
  const [bar] = usePageEdge('bar');
  // The columns before the months would leave too little room.
  const compact = useMediaQuery(`(max-width: ${COMPACT_BELOW - 1}px)`);
  const standing = { today: useToday(), weekStart: useWeekStart() };

  const measure = state.view !== undefined && isTransitionMeasure(state.view) ? state.view : FIRST_MEASURE;
  const display = Number(state.item) in MONTHS ? Number(state.item) : DisplayPeriod.MONTHLY_FULL_12;
  const months = MONTHS[display] ?? 12;
  const together = parameters.get(ROWS) !== BY_MONTH;
  const page = readPage(parameters.get('page'));
  const params = useMemo<EffectParams>(
    () => ({
      productId,
      range: acquisition.range,
      state,
      measure,
      together,
      page,
      sort: state.sort.key === UNSORTED.key ? undefined : state.sort,
    }),
    [productId, acquisition, state, measure, together, page],
  );
  const data = useEffectData(params);
  const { answer, stale } = data;
  const backlog = useWatch(data.error ? undefined : data.watch, stale ? undefined : answer?.version);
  const model = answer?.attributionModel ?? 0;
  const columns = useMemo(() => keyMetricColumns(transitionUnit('customers', model), t), [model, t]);

  const totalLinks = useTotalLinks(data);

  const over = useAxisNotes(acquisition.range);
  const noted = over.bar !== null;

  const exportQuery = useCallback(() => {
    const query = {
      ...params,
      ...params.range,
      axes: state.axes,
      attributes: [],
      filters: state.filters,
      model: state.model,
      evaluation: undefined,
      previous: undefined,
      beside: undefined,
      cvSettingIds: [],
    };
    const columns = fileColumns(months, noted, together, answer?.cohorts ?? []);
    const file = downloadQuery(
      query,
      state.sort,
      columns.map((key) => ({ key })),
    );
    // Without a sort, rows keep the order of the report.
    if (!params.sort) ['sortName', 'sortAsc'].forEach((name) => file.delete(name));
    file.set('measure', measure);
    if (together) file.set('together', '1');
    return file;
  }, [params, state, months, measure, together, noted, answer]);

  // Relative months stay relative: they are saved as the address states them.
  const savedAddress = (): URLSearchParams =>
    withParameters(new URLSearchParams(location.search), {
      axis: axisText(state.axes),
      sort: sortText(state.sort),
      item: state.item,
      view: measure,
    });

  const [first, last] = [monthOf(acquisition.range.from), monthOf(acquisition.range.to)];
  const span = [...new Set([first, last])].map((month) => monthText(String(month))).join(rangeSeparator());
  const range = t(last < monthOf(standing.today) ? 'effect.months' : 'effect.monthsWithCurrent', {
    months: span,
  });
  const empty = answer?.cohorts.length === 0 && !stale;
  const shared = { ...state, period: { preset: 'custom', range: acquisition.range } } as const;
  return (
    <ReportFrame
      title={t('menu.effect')}
      lead={t('effect.lead')}
      report={{ path: '/api/v1/analyses/transitions', query: exportQuery }}
      address={savedAddress}
      state={shared}
      total={answer?.count}
      stale={stale}
      bar={
        <ReportFilters
          controls={controls}
          axes={storedAxisKeys}
          days={resolveDays(state.period, state.comparison, standing)}
          narrow={narrow}
          period={{
            choice: <AcquisitionChoice acquisition={acquisition} controls={controls} />,
            note: <p className={`ic-caption ic-figures ${styles.days}`}>{range}</p>,
          }}
        >
          <ModelChoice controls={controls} used={answer?.attributionModel} />
          <DisplayChoice controls={controls} display={display} />
        </ReportFilters>
      }
      barRef={bar}
      backlog={backlog}
      error={data.error}
      retry={data.refetch}
      clear={controls.clearConditions}
    >
      <KeyMetrics
        columns={columns}
        total={answer && !stale ? keyRow(answer) : undefined}
        opens={
          totalLinks &&
          ((row, { key, value }) =>
            value(row) && isKeyOf(LINKED_METRICS, key) ? totalLinks[key] : undefined)
        }
      />
      <section className="ic-card">
        <header className="ic-row ic-wrap ic-gap-4-12 ic-p-8-16" style={{ minHeight: 52 }}>
          <h2 className="ic-text-14 ic-strong">{t('effect.all')}</h2>
          <Key />
          <div className="ic-row ic-wrap ic-push ic-gap-8-16">
            <MeasureChoice controls={controls} measure={measure} narrow={narrow} />
          </div>
        </header>
        <p className="ic-hint" style={{ paddingInline: 16 }}>
          {t(`effect.definitions.${measure}`)}
        </p>
        {empty ? (
          <StateNote title={t('effect.emptyTitle')} hint={t('effect.emptyHint')} />
        ) : (
          <>
            <AllCohorts data={data} months={months} narrow={compact} />
            {over.bar && <div className="ic-mt-12">{over.bar}</div>}
            <Notes
              cost={answer?.costWithoutCustomers ?? 0}
              mediaCostDays={answer?.total.mediaCostDays ?? 0}
            />
          </>
        )}
      </section>
      {!empty && <AcquirerCurves data={data} months={months} />}
      {!empty && (
        <section className="ic-card">
          <header className="ic-row ic-wrap ic-gap-4-12 ic-p-8-16" style={{ minHeight: 52 }}>
            <h2 className="ic-text-14 ic-strong">{t('effect.byAcquirer')}</h2>
            <span className="ic-caption">{t('effect.byAcquirerHint')}</span>
            <div className="ic-row ic-wrap ic-push ic-gap-8-16">
              {params.sort && (
                <Button size="small" onClick={() => controls.set({ sort: null, page: null })}>
                  {t('effect.unsort')}
                </Button>
              )}
              <Segmented<boolean>
                aria-label={t('effect.rows')}
                value={together}
                options={[
                  { value: true, label: t('effect.together') },
                  { value: false, label: t('effect.byMonth') },
                ]}
                onChange={(next) => controls.set({ [ROWS]: next ? null : BY_MONTH, sort: null, page: null })}
              />
            </div>
          </header>
          <AcquirerCohorts data={data} controls={controls} months={months} narrow={compact} />
          <AsOfFoot asOf={stale ? undefined : answer?.asOf} loading={data.loading} onRefresh={data.refetch} />
        </section>
      )}
    </ReportFrame>
  );
}

/** Legend for the colours and lines of the heat maps. */
function Key() {
  const { t } = useTranslation();
  return (
    <span className={`ic-inline-row ic-wrap ic-caption ${styles.key}`}>
      <span>
        <i className={`${styles.swatch} ${styles.observed}`} aria-hidden="true" />
        {t('effect.observed')}
      </span>
      <span>
        <i className={`${styles.swatch} ${styles.forecast}`} aria-hidden="true" />
        {t('effect.forecast')}
      </span>
      <span>
        <i className={`${styles.swatch} ${styles.paid}`} aria-hidden="true" />
        {t('effect.paid')}
      </span>
    </span>
  );
}

/** Notes on how to read the report. */
function Notes({ cost, mediaCostDays }: { cost: number; mediaCostDays: number }) {
  const { t } = useTranslation();
  return (
    <ul className="ic-grid ic-gap-4 ic-line-top ic-caption ic-list ic-p-8-16">
      <li>{t('effect.noteForecast')}</li>
      <li>{t('effect.noteRange')}</li>
      {mediaCostDays > 0 && <li>† {t('report.fromMediaNote')}</li>}
      {cost > 0 && <li>{t('effect.noteCost', { cost: metricText(cost, { unit: 'yen' }) })}</li>}
    </ul>
  );
}
