import { ClockCircleOutlined, HistoryOutlined, PauseCircleOutlined } from '@ant-design/icons';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { MetricCell } from '../../../../shared/catalog';
import { useProductId, useWeekStart } from '../../session/session-context';
import { useRight } from '../../session/rights';
import { DRILL_DOWN, withParameters } from '../address';
import { useFilterChoices } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import type { RowHandlers } from '../list/row-actions';
import type { RowKeys } from '../list/use-row-keys';
import type { ListColumn, ListRow, ListVariables } from '../list/list-source';
import { NO_PLACE } from '../list/url-state';
import { Page } from '../page';
import { metricText } from '../table/number-cell';
import { rangeOf, readPeriod } from '../period/period';
import { useToday } from '../use-today';
import { type LogDefinition, timeOf, useSeesPersonal, useVisibleColumns } from './log-definition';
import { DrillDownNote } from './drill-down-note';
import { logPaths } from './log-paths';
import { HorizonNote } from './horizon-note';
import type { LogAnswer } from './log-source';
import { formatDays, unitOfMetric, useDrillDown } from './use-drill-down';
import { Switch, Tooltip } from 'antd';
import type { ListControls } from '../list/use-list-state';
import { DateRange } from '../period/date-range';
import { JumpTo } from './jump-to';
import type { TailState } from './use-tail';

const LABELS = { on: 'logs.liveOn', scrolled: 'logs.liveScrolled', failed: 'logs.liveFailed' } as const;
/** The normal states appear as icons; their text would break the toolbar. */
const ICONS = { on: <ClockCircleOutlined />, scrolled: <PauseCircleOutlined />, failed: undefined } as const;

/**
 * Toolbar of a log: its days, the start time of the page, and the switch for live updates. `unset` labels
 * the period if no days are chosen; it defaults to all time.
 */
function LogTools({
  controls,
  tail,
  unset,
}: {
  controls: ListControls;
  tail: TailState;
  unset: string | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { period, place, live } = controls.state;
  const state = tail === 'off' ? undefined : { words: t(LABELS[tail]), sign: ICONS[tail] };
  return (
    <>
      <DateRange
        period={period}
        unset={unset ?? t('logs.allTime')}
        weekStart={useWeekStart()}
        onChange={(next) => controls.setPeriod(next)}
      />
      <JumpTo
        at={place?.by === 'at' ? place.value : undefined}
        onJump={(value) => controls.setPlace({ by: 'at', value })}
      />
      <Tooltip title={state?.words ?? t('logs.liveHint')}>
        <span data-screen-only className="ic-inline-row ic-gap-8 ic-text-13">
          <Switch size="small" id={id} checked={live} onChange={controls.setLive} />
          <label htmlFor={id}>{t('logs.live')}</label>
          {state?.sign}
          {state && (
            <span className={state.sign ? 'ic-visually-hidden' : 'ic-caption'} role="status">
              {state.words}
            </span>
          )}
        </span>
      </Tooltip>
    </>
  );
}

export interface LogListProps<Row extends ListRow> {
  log: LogDefinition<Row>;
  /** Conditions that always apply. */
  fixedFilter?: NonNullable<ListVariables['filter']>;
  /** Keyboard shortcuts for rows. */
  keys?: RowKeys<Row['id']>;
  /** Receives the function that reloads the list. */
  onAnswer?: (answer: Pick<LogAnswer<Row>, 'refetch'>) => void;
}

/** Adds a column with each row's share of the metric value, beside the column that names the row. */
function withMetricColumn<Row extends ListRow>(
  columns: readonly ListColumn<Row>[],
  key: keyof Row & string,
  metric: MetricCell,
): ListColumn<Row>[] {
  const unit = unitOfMetric(metric.key);
  const part: ListColumn<Row> = {
    key,
    width: 130,
    align: 'right',
    sortable: false,
    render: (row) => (typeof row[key] === 'number' ? metricText(row[key], { unit, showZero: true }) : ''),
  };
  return columns.flatMap((column) => (column.names ? [column, part] : [column]));
}

/** Rows of a log by time, filtered by days and conditions, with links to each row and its visitor. */
export function LogList<Row extends ListRow>({ log, fixedFilter, keys, onAnswer }: LogListProps<Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const productId = useProductId();
  const sees = useSeesPersonal();
  const { entity = 'log', href, bulk } = log;
  // Approvers may read results without the right to logs, which the visitor's history needs.
  const visitorOf = useRight('logs') === 'none' ? undefined : log.visitorOf;
  const own = useVisibleColumns(log);
  const specs = useMemo(
    () =>
      log.filters.filter(
        ({ name, personal }) => (sees || !personal) && !(fixedFilter && name in fixedFilter),
      ),
    [log, sees, fixedFilter],
  );
  const choices = useFilterChoices(entity, specs);
  const drillDown = useDrillDown();
  const columns = useMemo(
    () => (drillDown && log.metricColumn ? withMetricColumn(own, log.metricColumn, drillDown.metric) : own),
    [own, log, drillDown],
  );
  const filters = useMemo(() => (drillDown ? [...choices, drillDown.filter] : choices), [choices, drillDown]);
  const [, setParameters] = useSearchParams();
  const clearDrillDown = (): void =>
    setParameters((before) => withParameters(before, { ...NO_PLACE, [DRILL_DOWN]: null }));
  const handlers: RowHandlers<Row> = {
    ...(href && { open: (row) => void navigate(href(row)), href }),
    ...(visitorOf && {
      more: [
        {
          key: 'story',
          label: (of) => of('logs.story'),
          icon: <HistoryOutlined />,
          to: (row) => logPaths.visitor(visitorOf(row) ?? ''),
          when: (row) => visitorOf(row) !== null,
        },
      ],
    }),
  };
  return (
    <>
      {drillDown && (
        <DrillDownNote metric={drillDown.metric} place={drillDown.place} onClear={clearDrillDown} />
      )}
      <ListScreen<Row, LogAnswer<Row>>
        name={log.name}
        title={log.title(t)}
        entity={entity}
        columns={columns}
        filters={filters}
        {...(fixedFilter && { fixedFilter })}
        useRows={log.useRows}
        nameOf={(row) => timeOf(log, row)}
        handlers={handlers}
        tools={(controls, { tail }) => (
          <LogTools controls={controls} tail={tail} unset={drillDown && formatDays(drillDown.metric)} />
        )}
        downloadPath={log.restPath}
        downloadProduct={productId}
        bulk={bulk}
        keys={keys}
        {...(onAnswer && { onAnswer })}
        searched={
          log.searched?.(t) ??
          (log.filters.some((filter) => 'refers' in filter && filter.refers === 'ad')
            ? t('logs.searched')
            : undefined)
        }
        empty={{ ...log.empty, title: log.empty.title(t), hint: log.empty.hint(t) }}
      />
    </>
  );
}

/** Returns the first day of the period or the metric value in the address; undefined for all. */
function useFirstDay(): number | undefined {
  const [parameters] = useSearchParams();
  const drillDown = useDrillDown();
  const context = { today: useToday(), weekStart: useWeekStart() };
  const period = readPeriod(parameters);
  return drillDown?.metric.from ?? (period && rangeOf(period, context).from);
}

/** Screen of a log. */
export function LogScreen<Row extends ListRow>({ log }: { log: LogDefinition<Row> }) {
  const { t } = useTranslation();
  const from = useFirstDay();
  return (
    <Page title={log.title(t)} lead={log.lead(t)}>
      {log.aging && <HorizonNote aging={log.aging} from={from} />}
      <LogList log={log} />
    </Page>
  );
}
