import { DownloadOutlined } from '@ant-design/icons';
import { ResponseEditor, useGraphiQL } from '@graphiql/react';
import { Alert, Button, Flex, Segmented, Select, Skeleton, Table, type TableColumnsType } from 'antd';
import { parse } from 'graphql';
import { lazy, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../../shared/format';
import { StateNote } from '../../../../kit/states';
import { ErrorNote } from '../../../../kit/error-note';
import { saveFile } from '../../../../kit/export/save-file';
import { Loading } from '../../../../kit/loading';
import styles from '../explorer.module.css';
import { errorsIn } from '../query/run';
import { useRunState } from '../query/runs';
import { sizeText } from '../query/size-text';
import { useTextOf } from '../use-text';
import { csvText, resultColumns, compareCells, formatCell, type ResultColumn } from './columns';
import { firstList, recordLists, type FlatRecord, type RecordList } from './records';
import { shapeOf } from './chart-data';
import { ResultViewContext, VIEWS, type ResultView } from './result-view';
import { useElementHeight } from '../../../../kit/use-window';

const NARROWEST = 96;
const WIDEST = 280;
/** Pixels per character, and of the padding including the sort arrows. */
const CHARACTER = 7.5;
const PADDING = 50;
/** Number of rows used to measure column widths. */
const MEASURED = 50;
/** Pixels of the header and the bar below. */
const HEADER = 58;

interface Numbered {
  readonly key: number;
  readonly row: FlatRecord;
}

/** Returns the width of a text in characters. Japanese and Chinese ones count twice. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '⺀' ? 2 : 1), 0);

/** Virtualised table of a list. */
function ResultTable({ list, columns }: { list: RecordList; columns: readonly ResultColumn[] }) {
  const { t } = useTranslation();
  const [box, height] = useElementHeight();
  const rows = useMemo(() => list.rows.map((row, key): Numbered => ({ key, row })), [list]);
  const drawn = useMemo(
    (): TableColumnsType<Numbered> =>
      columns.map((column) => {
        const { path, label, unit } = column;
        const cell = (row: FlatRecord): string => formatCell(row[path], column, t('logs.yes'), t('logs.no'));
        const longest = Math.max(
          widthOf(label),
          widthOf(path) * 0.9,
          ...list.rows.slice(0, MEASURED).map((row) => widthOf(cell(row))),
        );
        return {
          key: path,
          width: Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(longest * CHARACTER) + PADDING)),
          align: unit === null ? 'left' : 'right',
          ellipsis: true,
          title: (
            <span className={`ic-stack ${styles.heading}`} title={`${label}\n${path}`}>
              <b className="ic-ellipsis">{label}</b>
              {label !== path && <code className="ic-ellipsis ic-muted ic-text-11 ic-regular">{path}</code>}
            </span>
          ),
          // antd negates the result for descending order.
          sorter: (a, b, order) => compareCells(a.row[path], b.row[path], order === 'descend'),
          showSorterTooltip: false,
          render: (_: unknown, { row }: Numbered) => cell(row),
        };
      }),
    [columns, list, t],
  );
  const width = drawn.reduce((sum, column) => sum + Number(column.width), 0);
  return (
    <div
      ref={box}
      className={`ic-hidden ic-figures ${styles.json} ${styles.table}`}
      role="region"
      aria-label={t('explorer.result.tableOf', { path: list.path })}
    >
      {height > 0 && (
        <Table<Numbered>
          virtual
          size="small"
          columns={drawn}
          dataSource={rows}
          pagination={false}
          scroll={{ x: width, y: height - HEADER }}
          locale={{ emptyText: t('explorer.result.noRows') }}
        />
      )}
    </div>
  );
}

/** Responses slower than this show the elapsed time, in milliseconds. */
const SLOW_MS = 2_000;

/** Shown while a response is loading. */
function Waiting({ since }: { since: number }) {
  const { t } = useTranslation();
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setWaited(Date.now() - since), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <div className="ic-p-12-16">
      <p role="status">
        {waited >= SLOW_MS
          ? t('explorer.result.waiting', { seconds: Math.round(waited / 1_000) })
          : t('common.loading')}
      </p>
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    </div>
  );
}

const ResultChart = lazy(() => import('./result-chart').then((module) => ({ default: module.ResultChart })));

/** Query result as a table, chart or JSON, with a download of the table. */
export function ResultPane() {
  const { t } = useTranslation();
  const text = useTextOf();
  const runState = useRunState();
  const schema = useGraphiQL((state) => state.schema);
  const { shown, show } = useContext(ResultViewContext);
  const [path, setPath] = useState<string>();
  const run = runState?.kind === 'answered' ? runState.run : undefined;
  const lists = useMemo(() => recordLists(run?.answer.data), [run]);
  const list = lists.find((one) => one.path === path) ?? firstList(lists);
  const columns = useMemo(
    () =>
      run && list ? resultColumns(list, schema ? shapeOf(schema, parse(run.query)) : new Map(), text) : [],
    [run, list, schema, text],
  );
  const activeView: ResultView['view'] = run && !list ? 'json' : shown.view;
  const errors = run ? errorsIn(run.answer) : [];
  const save = (): void => {
    if (list)
      saveFile(
        new Blob([csvText(columns, list.rows)], { type: 'text/csv;charset=utf-8' }),
        `${list.path}.csv`,
      );
  };

  return (
    <>
      <Flex wrap align="center" gap={8} className="ic-rigid ic-line-bottom ic-surface ic-p-8-16">
        <Segmented<ResultView['view']>
          size="small"
          aria-label={t('explorer.result.view')}
          value={activeView}
          options={VIEWS.map((value) => ({
            value,
            label: t(`explorer.result.${value}`),
            disabled: run !== undefined && !list && value !== 'json',
          }))}
          onChange={(view) => show({ ...shown, view })}
        />
        {lists.length > 1 && activeView !== 'json' && (
          <Select
            size="small"
            style={{ maxWidth: 260 }}
            aria-label={t('explorer.result.list')}
            value={list?.path ?? null}
            popupMatchSelectWidth={false}
            options={lists.map((one) => ({
              value: one.path,
              label: t('explorer.result.listOf', { path: one.path, count: one.rows.length }),
            }))}
            onChange={(next) => setPath(next ?? undefined)}
          />
        )}
        <Button size="small" icon={<DownloadOutlined />} disabled={!list?.rows.length} onClick={save}>
          CSV
        </Button>
        {run && (
          <p className="ic-push ic-caption ic-figures" role="status">
            {[
              ...(list ? [t('explorer.result.rows', { count: list.rows.length })] : []),
              t('explorer.result.ms', { ms: formatNumber(run.durationMs, { showZero: true }) }),
              sizeText(run.bytes),
            ].join('・')}
          </p>
        )}
      </Flex>
      {errors.length > 0 && (
        <Alert
          className={`ic-rigid ic-break ic-scroll-y ${styles.errors}`}
          type="error"
          showIcon
          title={t(`explorer.outcome.${run?.outcome ?? 'refused'}`)}
          description={errors.map((message, index) => (
            <p key={index}>{message}</p>
          ))}
        />
      )}
      <div
        className={`ic-fill ic-relative ic-scroll-y ${styles.result}`}
        aria-busy={runState?.kind === 'waiting'}
      >
        <div
          className={`graphiql-container ic-hidden ic-figures ${styles.json}`}
          hidden={activeView !== 'json' || runState === undefined || runState.kind === 'waiting'}
        >
          <ResponseEditor aria-label={t('explorer.result.json')} />
        </div>
        {runState === undefined && (
          <StateNote title={t('explorer.result.empty')} hint={t('explorer.result.emptyHint')} />
        )}
        {runState?.kind === 'left' && activeView !== 'json' && (
          <StateNote title={t('explorer.result.left')} />
        )}
        {runState?.kind === 'failed' && activeView !== 'json' && (
          <ErrorNote
            title={t('explorer.result.failed')}
            hint={t('explorer.result.failedHint')}
            error={runState.error}
          />
        )}
        {runState?.kind === 'waiting' && <Waiting since={runState.since} />}
        {list && activeView === 'table' && <ResultTable key={list.path} list={list} columns={columns} />}
        {list && activeView === 'chart' && (
          <Suspense fallback={<Loading />}>
            <ResultChart
              key={`${list.path} ${shown.measure} ${columns.map((column) => column.path).join()}`}
              measure={shown.measure}
              list={list}
              columns={columns}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
