import { Button, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { spanned } from '../../i18n/punctuation';
import { SIZES } from '../../theme/tokens';
import { useWeekStart } from '../../session/session-context';
import { SaveViewButton } from '../saved-view/save-view-button';
import { useElementHeight } from '../use-element-height';
import { ErrorNote } from '../error-note';
import { StateNote } from '../states';
import { useFieldTexts } from '../use-field-texts';
import { useMediaQuery } from '../use-media-query';
import { formatDay } from '../tokyo-date';
import { useToday } from '../use-today';
import { FilterChips } from '../filter/filter-chips';
import { FilterPicker } from '../filter/filter-picker';
import { BulkBar } from './bulk-bar';
import { BulkStrip } from './bulk-strip';
import { ListColumns } from './list-columns';
import { ListCards } from './list-cards';
import { NumberedFoot, PlacedFoot } from './list-foot';
import { listDownloadQuery, ListExport } from './list-export';
import styles from './list-screen.module.css';
import { ListTable } from './list-table';
import type { RowHandlers } from './row-actions';
import { SearchBox } from './search-box';
import type {
  Chosen,
  ListAnswer,
  ListColumn,
  ListFilter,
  ListQuestion,
  ListRow,
  ListVariables,
} from './types';
import { listQuestion } from './url-state';
import { columnsText } from '../columns/column-choice';
import { COLUMNS, useColumns } from '../columns/use-columns';
import { useChoiceFocus } from './use-choice-focus';
import { useRowKeys, type RowKeys } from './use-row-keys';
import { useListState, type ListControls } from './use-list-state';

/** The chip of the days. */
const PERIOD = 'period';
const NO_FILTERS: readonly ListFilter[] = [];

export interface ListScreenProps<Row extends ListRow, Answer extends ListAnswer<Row> = ListAnswer<Row>> {
  /** Name under which columns are remembered, and the entity whose field labels head them. */
  name: string;
  entity: string;
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  /** A hook: asks for a page of rows. */
  useRows: (question: ListQuestion) => Answer;
  /** Told the way to load the list anew. */
  onAnswer?: (answer: Pick<ListAnswer<Row>, 'refetch'>) => void;
  nameOf: (row: Row) => string;
  handlers: RowHandlers<Row>;
  /** What the list is called. */
  title?: string;
  /** REST path of the list, for downloads; none without it. */
  downloadPath?: string;
  /** The product that the download is about, where the list has one. */
  downloadProduct?: number;
  /** Conditions that the list always has. */
  fixedFilter?: NonNullable<ListVariables['filter']>;
  /** What can be done with chosen rows; `done` loads the list anew and drops the choice. */
  bulk?: ((chosen: Chosen<Row['id']>, done: () => void) => ReactNode) | undefined;
  /** What single keys do with the chosen rows, or with the current one where none is chosen; rows are walked by keys too then. */
  keys?: RowKeys<Row['id']> | undefined;
  /** What would be here, and how to get it. */
  empty: { title: string; hint: string; action?: ReactNode };
  /** What a keyword is looked for in, where that is less than what stands in the rows; said where it finds nothing. */
  searched?: string | undefined;
  /** Of a log: what stands beside its conditions, for its days, its places and its new rows. */
  tools?: (controls: ListControls, answer: Answer) => ReactNode;
  /** Stands at the end of the bar. */
  actions?: ReactNode;
}

/** A list: search, conditions, columns, rows with their actions, pages. All of its state stands in the address. */
export function ListScreen<Row extends ListRow, Answer extends ListAnswer<Row> = ListAnswer<Row>>(
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
  const narrow = useMediaQuery(`(max-width: ${SIZES.smallBreakpoint - 1}px)`);
  const [bar, barHeight] = useElementHeight();
  const sortable = useMemo(
    () => columns.filter((column) => column.sortable !== false).map(({ key }) => key),
    [columns],
  );
  const controls = useListState(filters, sortable);
  const { state } = controls;
  const [today, weekStart] = [useToday(), useWeekStart()];
  const question = useMemo(
    () => listQuestion(state, filters, { today, weekStart }, fixedFilter),
    [state, filters, today, weekStart, fixedFilter],
  );
  const columnControls = useColumns(name, columns);
  const answer = useRows(question);
  const { rows, count = 0, loading, error, refetch } = answer;
  const { onAnswer } = props;
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    onAnswer?.({ refetch: () => latest.current() });
  }, [onAnswer]);
  const [ids, setIds] = useState<ReadonlySet<Row['id']>>(new Set());
  // All that match are those of the conditions under which that was said: others match after a chip is taken away.
  const conditions = JSON.stringify([question.keyword, question.filter, question.period]);
  const [allOf, setAllOf] = useState<string>();
  const all = allOf === conditions;

  const lastPage = Math.max(1, Math.ceil(count / state.pageSize));
  const isBehind =
    rows?.length === 0 &&
    !loading &&
    !error &&
    answer.pages?.countExact !== false &&
    state.place === undefined &&
    (state.page ?? 1) > lastPage;
  useEffect(() => {
    // Its last rows were deleted, or an old address names it.
    if (isBehind) controls.setPage(lastPage, state.pageSize, true);
  }, [isBehind, lastPage, controls, state.pageSize]);

  /** What restores the list: its columns too, which the address leaves to the user's own choice. */
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
        asked: { keyword: question.keyword, filter: question.filter, period: question.period },
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

  useChoiceFocus(panel, ids, props.keys !== undefined);

  /** What can be done with chosen rows stands over the bar, so that no row moves under the pointer. */
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
  const period = tools && question.period;
  const narrowed = state.keyword !== '' || Object.keys(state.filters).length > 0 || period !== undefined;
  const days = period && spanned(formatDay(period.from), formatDay(period.to));
  const chips =
    days === undefined
      ? filters
      : [{ name: PERIOD, label: t('report.period'), choices: [{ value: days, label: days }] }, ...filters];
  const View = narrow ? ListCards : ListTable;

  return (
    <section ref={panel} className={styles.panel}>
      <div ref={bar} className={styles.bar}>
        <div className={styles.top}>
          <div className={styles.row} inert={choosing}>
            <SearchBox value={state.keyword} onSearch={controls.setKeyword} />
            <FilterPicker fields={filters} values={state.filters} onChange={controls.setFilter} />
            {tools?.(controls, answer)}
            <span className={styles.end}>
              <ListColumns columns={columns} controls={columnControls} texts={texts} />
              <SaveViewButton address={address} bare={narrow} />
              {downloadPath && (
                <ListExport
                  path={downloadPath}
                  name={props.title ?? name}
                  total={answer.pages && !answer.pages.countExact ? undefined : count}
                  disabled={count === 0}
                  query={() => listDownloadQuery(question, columnControls.shown, downloadProduct)}
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
        <ErrorNote
          title={t('list.errorTitle')}
          hint={t('list.errorHint')}
          error={error}
          retry={() => void refetch()}
        />
      ) : !rows || isBehind ? (
        <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
          <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
        </div>
      ) : rows.length === 0 && !loading ? (
        narrowed || state.page !== 1 ? (
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
          fresh={answer.fresh}
        />
      )}
      {count > 0 &&
        (answer.pages ? (
          <PlacedFoot controls={controls} pages={answer.pages} count={count} rows={rows?.length ?? 0} />
        ) : (
          <NumberedFoot controls={controls} count={count} />
        ))}
    </section>
  );
}
