import { Button, Skeleton } from 'antd';
import { useContext, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRange } from '../../i18n/punctuation';
import { useWeekStart } from '../../session/session-context';
import { SaveViewButton } from '../saved-view/save-view-button';
import { useElementHeight, useNarrow } from '../use-window';
import { Embedded } from '../embedded';
import { StateNote } from '../states';
import { ErrorNote } from '../error-note';
import { useFieldTexts } from '../use-field-texts';
import { formatDay } from '../tokyo-date';
import { useToday } from '../use-today';
import { FilterChips } from '../filter/filter-bar';
import { FilterPicker } from '../filter/filter-picker';
import { BulkBar, BulkStrip, ListColumns, SearchBox } from './list-bar';
import { ListCards } from './list-cards';
import { NumberedFoot, CursorFoot, SearchNote } from './list-footer';
import { listDownloadQuery, ListExport } from './list-export';
import styles from './list-screen.module.css';
import { ListTable } from './list-table';
import type { RowHandlers } from './row-actions';
import type {
  Chosen,
  ListResult,
  ListColumn,
  ListFilter,
  ListQuery,
  ListRow,
  ListVariables,
} from './list-source';
import { listQuery } from './url-state';
import { columnsText } from '../columns/column-choice';
import { COLUMNS, useColumns } from '../columns/use-columns';
import { useRowKeys, type RowKeys } from './use-row-keys';
import { useListState, type ListControls } from './use-list-state';

const CHOICE = 'input[type="checkbox"]';

/**
 * Restores the focus after the last choice is cleared. The focus was in the bulk bar, which is gone, so
 * keyboard users would start at the top of the page.
 * @param walked whether rows have keyboard navigation; the focus then returns to the row chosen last
 */
function useRestoreFocus(
  panel: RefObject<HTMLElement | null>,
  ids: ReadonlySet<number | string>,
  walked: boolean,
): void {
  const last = useRef<number | string | undefined>(undefined);
  useEffect(() => {
    const was = last.current;
    last.current = [...ids].at(-1);
    if (ids.size > 0 || was === undefined) return;
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    const row = walked
      ? panel.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(String(was))}"]`)
      : undefined;
    (row ?? panel.current)?.querySelector<HTMLElement>(CHOICE)?.focus({ preventScroll: true });
  }, [panel, ids, walked]);
}

/** Name of the chip for the period. */
const PERIOD = 'period';
const NO_FILTERS: readonly ListFilter[] = [];

export interface ListScreenProps<Row extends ListRow, Answer extends ListResult<Row> = ListResult<Row>> {
  /** Name that the columns are stored under, and the entity that supplies their labels. */
  name: string;
  entity: string;
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  /** Hook that queries a page of rows. */
  useRows: (question: ListQuery) => Answer;
  /** Receives the function that reloads the list. */
  onAnswer?: (answer: Pick<ListResult<Row>, 'refetch'>) => void;
  nameOf: (row: Row) => string;
  handlers: RowHandlers<Row>;
  /** Title of the list. */
  title?: string;
  /** REST path for downloads; undefined for none. */
  downloadPath?: string;
  /** Product of the download, if the list has one. */
  downloadProduct?: number;
  /** Conditions that always apply. */
  fixedFilter?: NonNullable<ListVariables['filter']>;
  /** Bulk actions on chosen rows; `done` reloads the list and clears the choice. */
  bulk?: ((chosen: Chosen<Row['id']>, done: () => void) => ReactNode) | undefined;
  /** Single-key actions on the chosen rows, or on the current row. Setting it enables keyboard navigation. */
  keys?: RowKeys<Row['id']> | undefined;
  /** Empty state: what belongs here and how to add it. */
  empty: { title: string; hint: string; action?: ReactNode };
  /** Explains which fields a keyword searches, if not all visible ones. Shown if there are no matches. */
  searched?: string | undefined;
  /** Extra controls of a log: period, position and live mode. */
  tools?: (controls: ListControls, answer: Answer) => ReactNode;
  /** Buttons at the end of the bar. */
  actions?: ReactNode;
}

/** List with search, conditions, columns, row actions and pages. All of its state is in the URL. */
export function ListScreen<Row extends ListRow, Answer extends ListResult<Row> = ListResult<Row>>(
  props: ListScreenProps<Row, Answer>,
) {
  const {
    name,
    entity,
    columns,
    filters = NO_FILTERS,
    fixedFilter,
    useRows,
    nameOf,
    handlers,
    downloadPath,
    downloadProduct,
    bulk,
    tools,
    empty,
  } = props;
  const { t } = useTranslation();
  const texts = useFieldTexts(entity);
  const narrow = useNarrow();
  const isEmbedded = useContext(Embedded);
  const [bar, barHeight] = useElementHeight();
  const sortable = useMemo(
    () => columns.filter((column) => column.sortable !== false).map(({ key }) => key),
    [columns],
  );
  const controls = useListState(filters, sortable);
  const { state } = controls;
  const [today, weekStart] = [useToday(), useWeekStart()];
  const query = useMemo(
    () => listQuery(state, filters, { today, weekStart }, fixedFilter),
    [state, filters, today, weekStart, fixedFilter],
  );
  const columnControls = useColumns(name, columns);
  const result = useRows(query);
  const { rows, count = 0, loading, error, refetch } = result;
  const { onAnswer } = props;
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    onAnswer?.({ refetch: () => latest.current() });
  }, [onAnswer]);
  const [ids, setIds] = useState<ReadonlySet<Row['id']>>(new Set());
  // "All matches" belongs to these conditions; removing a chip changes the matches.
  const conditions = JSON.stringify([query.keyword, query.filter, query.period]);
  const [allOf, setAllOf] = useState<string>();
  const all = allOf === conditions;

  const lastPage = Math.max(1, Math.ceil(count / state.pageSize));
  const isBehind =
    rows?.length === 0 &&
    !loading &&
    !error &&
    result.pages?.countExact !== false &&
    state.place === undefined &&
    (state.page ?? 1) > lastPage;
  useEffect(() => {
    // The page's last rows were deleted, or the URL is outdated.
    if (isBehind) controls.setPage(lastPage, state.pageSize, true);
  }, [isBehind, lastPage, controls, state.pageSize]);

  /** Returns the URL that restores the list, including the columns, which are normally stored per user. */
  function address(): URLSearchParams {
    const stated = new URLSearchParams(location.search);
    stated.set(COLUMNS, columnsText(columnControls.choice, columns));
    return stated;
  }
  const clear = (): void => {
    setIds(new Set());
    setAllOf(undefined);
  };
  const choose = (next: Set<Row['id']>): void => {
    setIds(next);
    setAllOf(undefined);
  };
  const chosen: Chosen<Row['id']> = all
    ? {
        kind: 'matching',
        count,
        query: { keyword: query.keyword, filter: query.filter, period: query.period },
      }
    : { kind: 'ids', ids: [...ids] };

  const done = (): void => {
    clear();
    void refetch();
  };
  const toggle = (id: Row['id']): void => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const panel = useRowKeys<Row>({
    keys: props.keys,
    rows,
    open: handlers.open,
    toggle: bulk && toggle,
    chosen: ids.size > 0 ? chosen : undefined,
    done,
  });

  useRestoreFocus(panel, ids, props.keys !== undefined);

  /** Bulk actions cover the bar to keep rows from moving under the pointer. */
  const choosing = bulk !== undefined && ids.size > 0 && !narrow;
  const choosePage = (): void => setIds(new Set(rows?.map(({ id }) => id)));
  const ofChoice = {
    chosen,
    matching: count,
    pageChosen: rows !== undefined && rows.length > 0 && rows.every(({ id }) => ids.has(id)),
    onClear: clear,
    onAll: () => {
      choosePage();
      setAllOf(conditions);
    },
  };
  const period = tools && query.period;
  const narrowed = state.keyword !== '' || Object.keys(state.filters).length > 0 || period !== undefined;
  const days = period && formatRange(formatDay(period.from), formatDay(period.to));
  const chips =
    days === undefined
      ? filters
      : [{ name: PERIOD, label: t('report.period'), choices: [{ value: days, label: days }] }, ...filters];
  const View = narrow ? ListCards : ListTable;

  return (
    <section ref={panel} className="ic-card">
      <div ref={bar} className={`ic-stack ic-gap-8 ic-surface ic-p-12-16 ${styles.bar}`}>
        <div className="ic-relative">
          <div className={`ic-row ic-wrap ic-gap-8 ${styles.row}`} inert={choosing}>
            <SearchBox value={state.keyword} onSearch={controls.setKeyword} />
            <FilterPicker fields={filters} values={state.filters} onChange={controls.setFilter} />
            {tools?.(controls, result)}
            <span className={`ic-flex ic-wrap ic-gap-8 ${styles.end}`}>
              <ListColumns columns={columns} controls={columnControls} texts={texts} />
              {!isEmbedded && <SaveViewButton address={address} bare={narrow} />}
              {downloadPath && (
                <ListExport
                  path={downloadPath}
                  name={props.title ?? name}
                  total={result.pages && !result.pages.countExact ? undefined : count}
                  disabled={count === 0}
                  query={() => listDownloadQuery(query, columnControls.visible, downloadProduct)}
                />
              )}
              {props.actions}
            </span>
          </div>
          {choosing && bulk && <BulkBar {...ofChoice}>{bulk(chosen, done)}</BulkBar>}
        </div>
        <FilterChips
          fields={chips}
          values={days === undefined ? state.filters : { ...state.filters, [PERIOD]: [days] }}
          onRemove={(one) => (one === PERIOD ? controls.setPeriod(undefined) : controls.setFilter(one, []))}
          onClear={controls.clear}
        />
      </div>
      {narrow && bulk && rows && rows.length > 0 && (
        <BulkStrip {...ofChoice} page={rows.length} onPage={(every) => (every ? choosePage() : clear())}>
          {bulk(chosen, done)}
        </BulkStrip>
      )}
      {error && !rows ? (
        <ErrorNote error={error} retry={() => void refetch()} clear={narrowed ? controls.clear : undefined} />
      ) : !rows || isBehind ? (
        <div className="ic-p-8-16" role="status" aria-label={t('common.loading')}>
          <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
        </div>
      ) : rows.length === 0 && !loading ? (
        result.pages?.searchedTo ? null : narrowed || state.page !== 1 ? (
          <StateNote
            title={t('list.noMatch')}
            hint={(state.keyword !== '' && props.searched) || t('list.noMatchHint')}
            action={<Button onClick={controls.clear}>{t('list.clearConditions')}</Button>}
          />
        ) : (
          <StateNote title={empty.title} hint={empty.hint} action={empty.action} />
        )
      ) : (
        <View
          rows={rows}
          columns={columnControls}
          controls={controls}
          texts={texts}
          handlers={handlers}
          nameOf={nameOf}
          chosen={bulk && { ids, set: choose }}
          loading={loading}
          offsetTop={barHeight}
          fresh={result.fresh}
        />
      )}
      {result.pages && rows && <SearchNote controls={controls} pages={result.pages} />}
      {count > 0 &&
        (result.pages ? (
          <CursorFoot controls={controls} pages={result.pages} count={count} rows={rows?.length ?? 0} />
        ) : (
          <NumberedFoot controls={controls} count={count} />
        ))}
    </section>
  );
}
