import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Pagination } from 'antd';
import type { TFunction } from 'i18next';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  axisOf,
  transitionMeasures,
  transitionUnit,
  type AxisKey,
  type TransitionMeasureKey,
} from '../../../../../shared/catalog';
import { countMonths, monthOf } from '../../../../../shared/domain/calendar';
import { useAdEffectQuery } from '../../../generated/graphql';
import { isWithoutAd, rowKey, rowOnAxis } from '../../../kit/report/answer';
import { filterParameter } from '../../../kit/report/axes';
import { HeatMap, type HeatLead, type HeatRow } from '../../../kit/report/heat-map/heat-map';
import { REPORT_OPTIONS } from '../../../kit/report/query';
import { filtersWithPath, stepInto } from '../../../kit/report/url-state';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { useRowNames } from '../../../kit/report/use-row-names';
import { useCohortLinks, useTotalLinks } from './cohort-links';
import { metricLeads, heatRow, monthColumns, monthText, narrowKey, type LineStyle } from './cohort-rows';
import styles from './effect.module.css';
import { Curves } from './curves';
import {
  PAGE_SIZE,
  variablesOf,
  type EffectAnswer,
  type EffectData,
  type EffectParams,
} from './use-effect-data';

interface TablesProps {
  data: EffectData;
  controls: ReportControls;
  /** Displayed months after acquisition. */
  months: number;
  /** Puts names, month and customers in one column. */
  narrow: boolean;
}

const NO_AXES: readonly AxisKey[] = [];
const NAME_WIDTH = 220;
const NARROW_WIDTH = 140;
const MONTH_WIDTH = 88;
/** Width including the customer count below the month. */
const NARROW_MONTH_WIDTH = 108;

/** In non-cumulative measures the first month contains all customers. The colour scale starts after it. */
const scaleFrom = (measure: TransitionMeasureKey): number => (transitionMeasures[measure].cumulative ? 0 : 1);

/** Title of the month columns; a phone has room for the measure. */
function bandTitle(measure: TransitionMeasureKey, narrow: boolean, t: TFunction): string {
  const name = t(`effect.measures.${measure}`);
  return narrow ? name : t('effect.band', { measure: name });
}

function useLineStyle(
  answer: EffectAnswer | undefined,
  measure: TransitionMeasureKey,
  narrow: boolean,
): LineStyle {
  const model = answer?.attributionModel ?? 0;
  return useMemo(
    () => ({
      unit: transitionUnit(measure, model),
      countUnit: transitionUnit('customers', model),
      marksPayback: transitionMeasures[measure].over === 'cost',
      narrow,
    }),
    [measure, model, narrow],
  );
}

/** Acquisition months over all rows. */
export function AllCohorts({ data, months, narrow }: Omit<TablesProps, 'controls'>) {
  const { answer, params, stale } = data;
  const { t } = useTranslation();
  const linksOf = useCohortLinks(data, NO_AXES);
  const { measure } = params;
  const style = useLineStyle(answer, measure, narrow);
  const cost = answer?.total.cost;
  const leads = useMemo<HeatLead[]>(
    () => [
      {
        key: 'acquisition_month',
        title: t('effect.columns.acquisitionMonth'),
        width: narrow ? NARROW_MONTH_WIDTH : MONTH_WIDTH,
        pinned: true,
      },
      ...metricLeads(t, { sortable: false, narrow, cost }),
    ],
    [t, narrow, cost],
  );
  const rows = useMemo(
    () =>
      answer?.cohorts.map((cohort) => {
        const month = monthText(cohort.acquisitionMonth);
        return heatRow(
          cohort.acquisitionMonth,
          [narrow ? narrowKey(month, cohort, style, t) : month],
          cohort,
          style,
          t,
          linksOf?.({}, cohort.acquisitionMonth),
        );
      }),
    [answer, narrow, style, t, linksOf],
  );
  return (
    <HeatMap
      label={t('effect.all')}
      leads={leads}
      columns={monthColumns(t, months)}
      band={bandTitle(measure, narrow, t)}
      rows={rows}
      toCome={countMonths(monthOf(params.range.from), monthOf(params.range.to))}
      unit={style.unit}
      scaleFrom={scaleFrom(measure)}
      stale={stale}
    />
  );
}

/** Curves of the first rows over the displayed months. */
export function AcquirerCurves({ data, months }: Pick<TablesProps, 'data' | 'months'>) {
  const { answer, params, stale } = data;
  const { t } = useTranslation();
  const names = useRowNames();
  const { axes } = params.state;
  const nameOf = useCallback(
    (row: EffectAnswer['results'][number]) =>
      [names.whole(row, axes), row.acquisitionMonth ? monthText(row.acquisitionMonth) : ''].join(' ').trim(),
    [names, axes],
  );
  return (
    <Curves
      title={t('effect.curves', { measure: t(`effect.measures.${params.measure}`) })}
      rows={stale ? undefined : answer?.results}
      nameOf={nameOf}
      months={months}
      unit={transitionUnit(params.measure, answer?.attributionModel ?? 0)}
    />
  );
}

const NO_PARTS: EffectAnswer['results'] = [];

/** Loads the acquisition months of an unfolded row; none if no filter can select it. */
function useMonths(
  params: EffectParams,
  row: EffectAnswer['results'][number] | undefined,
): EffectAnswer['results'] {
  const step = row && stepInto(row, params.state.axes);
  const filters = filtersWithPath(params.state.filters, step ? [step] : []);
  const variables = variablesOf({
    ...params,
    state: { ...params.state, filters },
    together: false,
    page: 1,
    sort: undefined,
  });
  const { data } = useAdEffectQuery({ variables, skip: !step, ...REPORT_OPTIONS });
  return (step && data?.report.results) ?? NO_PARTS;
}

/** Cohorts by acquiring row, of all acquisition months together or of each. Names filter the page. */
export function AcquirerCohorts({ data, controls, months, narrow }: TablesProps) {
  const { answer, params, stale } = data;
  const { t } = useTranslation();
  const names = useRowNames();
  const { measure } = params;
  const { axes } = params.state;
  const linksOf = useCohortLinks(data, axes);
  const { together } = params;
  const [open, setOpen] = useState<string>();
  const parts = useMonths(
    params,
    answer?.results.find((row) => rowKey(row, axes) === open),
  );
  const totalLinks = useTotalLinks(data);
  const style = useLineStyle(answer, measure, narrow);
  const cost = answer?.total.cost;
  const leads = useMemo<HeatLead[]>(() => {
    const name = axes.map((axis) => t(`report.axes.${axis}`)).join(' / ');
    const month = {
      key: 'acquisition_month',
      title: t('effect.columns.acquisitionMonth'),
      width: MONTH_WIDTH,
      pinned: true,
      sortBy: 'acquisition_month',
    };
    const first: HeatLead[] = narrow
      ? [
          together
            ? { key: 'name', title: name, width: NARROW_WIDTH, pinned: true }
            : { ...month, title: name, width: NARROW_WIDTH },
        ]
      : [{ key: 'name', title: name, width: NAME_WIDTH, pinned: true }, ...(together ? [] : [month])];
    return [...first, ...metricLeads(t, { sortable: true, narrow, cost })];
  }, [axes, narrow, cost, together, t]);
  const rows = useMemo(() => {
    const line = (row: EffectAnswer['results'][number], isPart: boolean): HeatRow => {
      const month = monthText(row.acquisitionMonth ?? '');
      const key = rowKey(row, axes);
      const unfold = together && !isPart && stepInto(row, axes) && (
        <Button
          type="text"
          size="small"
          icon={open === key ? <DownOutlined /> : <RightOutlined />}
          aria-expanded={open === key}
          aria-label={t('effect.unfold', { name: names.whole(row, axes) })}
          onClick={() => setOpen(open === key ? undefined : key)}
        />
      );
      const name = isPart ? (
        <span key="month" className="ic-block ic-secondary" style={{ paddingInlineStart: narrow ? 0 : 28 }}>
          {month}
        </span>
      ) : (
        <span key="name" className="ic-row ic-gap-4">
          {!narrow && unfold}
          <span className="ic-fill">
            <Names row={row} axes={axes} nameOf={(axis) => names.on(row, axis)} controls={controls} />
          </span>
        </span>
      );
      const both = (
        <>
          {name}
          {!together && month}
        </>
      );
      return heatRow(
        `${key} ${month}`,
        narrow ? [narrowKey(both, row, style, t, unfold)] : together ? [name] : [name, month],
        row,
        style,
        t,
        linksOf?.(row, row.acquisitionMonth ?? null),
      );
    };
    return answer?.results.flatMap((row) => [
      line(row, false),
      ...(together && rowKey(row, axes) === open ? parts.map((part) => line(part, true)) : []),
    ]);
  }, [answer, axes, narrow, names, controls, style, t, linksOf, together, open, parts]);
  const total = useMemo(() => {
    if (!answer) return undefined;
    const name = `${t('report.total')}　${t('report.rowCount', { count: answer.count })}`;
    return heatRow(
      'total',
      narrow ? [narrowKey(name, answer.total, style, t)] : together ? [name] : [name, ''],
      { ...answer.total, acquisitionMonth: null },
      style,
      t,
      totalLinks,
    );
  }, [answer, narrow, together, style, t, totalLinks]);
  return (
    <>
      <HeatMap
        label={t('effect.byAcquirer')}
        leads={leads}
        columns={monthColumns(t, months)}
        band={bandTitle(measure, narrow, t)}
        rows={rows}
        total={total}
        unit={style.unit}
        scaleFrom={scaleFrom(measure)}
        stale={stale}
        sort={params.sort}
        onSort={(sort) => {
          controls.setSort(sort);
          controls.set({ page: null });
        }}
      />
      {answer && answer.count > PAGE_SIZE && (
        <div className="ic-row ic-wrap ic-between ic-gap-8-16 ic-line-top ic-p-8-16">
          <Pagination
            size="small"
            current={params.page}
            pageSize={PAGE_SIZE}
            total={answer.count}
            showSizeChanger={false}
            onChange={(page) => controls.set({ page: page === 1 ? null : String(page) })}
          />
        </div>
      )}
    </>
  );
}

interface NamesProps {
  row: EffectAnswer['results'][number];
  axes: readonly AxisKey[];
  nameOf: (axis: AxisKey) => string;
  controls: ReportControls;
}

/** Names of a row on its axes. Each name filters the page. */
function Names({ row, axes, nameOf, controls }: NamesProps) {
  const { t } = useTranslation();
  return axes.map((axis) => {
    const { id } = rowOnAxis(row, axis);
    const parameter = axisOf(axis).filter === null ? undefined : filterParameter(axis);
    const name = nameOf(axis);
    if (id === null || !parameter || isWithoutAd(row)) {
      return (
        <span key={axis} className={`ic-clamp ${styles.name}`} title={name}>
          {name}
        </span>
      );
    }
    return (
      <button
        key={axis}
        type="button"
        className={`ic-clamp ic-max-wide ic-plain-button ic-primary ic-start ic-text-13 ${styles.name}`}
        title={t('effect.only', { name })}
        onClick={() => controls.set({ [parameter]: id, page: null })}
      >
        {name}
      </button>
    );
  });
}
