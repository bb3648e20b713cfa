import type { Reference } from '@apollo/client';
import { Kind } from 'graphql';
import { useCallback, useState } from 'react';
import {
  useForgetQueryRunsMutation,
  useKeepQueryRunMutation,
  useQueryRunsQuery,
  type QueryRunPartsFragment,
} from '../../../../generated/graphql';
import { parseQuery } from '../query/cost';
import type { Run } from '../query/run';
import { longest, recordLists } from '../result/records';
import { DeleteOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Popconfirm, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { MOST_QUERY_RUNS } from '../../../../../../shared/settings';
import { formatNumber, createMatcher } from '../../../../../../shared/format';
import { StateNote } from '../../../../kit/states';
import { ErrorNote } from '../../../../kit/error-note';
import { failureText } from '../../../../kit/failure';
import { notify } from '../../../../kit/notifier';
import { formatDateTime } from '../../../../kit/tokyo-date';
import styles from '../explorer.module.css';
import { sizeText } from '../query/size-text';
import { useOpen } from '../query/use-open';
import { PanelSearch } from './panel-search';

/** Returns true if a text only contains queries. Mutations aren't stored in the history. */
function onlyReads(query: string): boolean {
  const operations = (parseQuery(query)?.definitions ?? []).filter(
    (one) => one.kind === Kind.OPERATION_DEFINITION,
  );
  return operations.length > 0 && operations.every(({ operation }) => operation === 'query');
}

/**
 * Stores runs in the user's history on the server.
 * @returns the function to do so, and whether the last run could not be stored
 */
export function useRunRecorder(): { record: (run: Run) => void; failed: boolean } {
  const [send] = useKeepQueryRunMutation();
  const [failed, setFailed] = useState(false);
  const record = useCallback(
    ({ query, variables, durationMs, bytes, outcome, answer }: Run) => {
      if (!onlyReads(query)) return;
      const input = {
        query,
        variables: variables == null ? null : JSON.stringify(variables),
        durationMs,
        bytes,
        outcome,
        rows: longest(recordLists(answer.data)),
      };
      send({
        variables: { input },
        update: (cache, { data }) => {
          const newest = data && cache.identify(data.keepQueryRun);
          if (!newest) return;
          cache.modify({
            fields: {
              queryRuns: (runs: readonly Reference[]) => [
                { __ref: newest },
                ...runs.filter(({ __ref: ref }) => ref !== newest),
              ],
            },
          });
        },
      }).then(
        () => setFailed(false),
        () => setFailed(true),
      );
    },
    [send],
  );
  return { record, failed };
}

/** Returns a function that removes runs from the history; without ids it removes all. */
function useDeleteRuns(): (ids?: readonly number[]) => Promise<unknown> {
  const [send] = useForgetQueryRunsMutation();
  return useCallback(
    (ids) =>
      send({
        variables: { ids: ids ? [...ids] : null },
        // Lists omit evicted entries.
        update: (cache) => {
          if (!ids) cache.modify({ fields: { queryRuns: () => [] } });
          for (const id of ids ?? [])
            cache.evict({ id: cache.identify({ __typename: 'QueryRun', id }) ?? '' });
        },
      }),
    [send],
  );
}

/** Returns a query on one line, comments first. */
const inBrief = (query: string): string => query.replaceAll(/\s+/g, ' ').trim();

/** Query history of the user, stored on the server. A click opens an entry. */
export function HistoryPanel({ failed }: { failed: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryRunsQuery({ fetchPolicy: 'cache-and-network' });
  const deleteRuns = useDeleteRuns();
  const open = useOpen();
  const [typed, setTyped] = useState('');
  const matches = createMatcher(typed);
  const runs = data?.queryRuns.filter(({ query }) => matches(query));
  const remove = (ids?: readonly number[]): void =>
    void deleteRuns(ids).catch((failure: unknown) => notify('ERROR', failureText(t, failure)));
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />;
  const facts = ({ ranAt, durationMs, rows, bytes, runs: times }: QueryRunPartsFragment): string =>
    [
      formatDateTime(ranAt),
      t('explorer.result.ms', { ms: formatNumber(durationMs, { showZero: true }) }),
      ...(rows == null ? [] : [t('explorer.result.rows', { count: rows })]),
      sizeText(bytes),
      ...(times > 1 ? [t('explorer.history.runs', { count: times })] : []),
    ].join('・');
  return (
    <>
      <p className="ic-caption ic-figures ic-mb-8">{t('explorer.history.lead', { max: MOST_QUERY_RUNS })}</p>
      {failed && <Alert type="warning" showIcon title={t('explorer.history.notKept')} />}
      <Flex gap={8}>
        <PanelSearch label={t('explorer.history.search')} value={typed} onChange={setTyped} />
        <Popconfirm
          title={t('explorer.history.clearSure')}
          okText={t('explorer.history.clear')}
          cancelText={t('common.cancel')}
          okButtonProps={{ danger: true }}
          disabled={!data?.queryRuns.length}
          onConfirm={() => remove()}
        >
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('explorer.history.clear')}
            disabled={!data?.queryRuns.length}
          />
        </Popconfirm>
      </Flex>
      {!runs ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : runs.length === 0 ? (
        <StateNote
          title={t(typed ? 'explorer.history.notFound' : 'explorer.history.empty')}
          {...(typed ? {} : { hint: t('explorer.history.emptyHint') })}
        />
      ) : (
        <ul className={`ic-list ic-text-13 ${styles.entries}`}>
          {runs.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                title={run.query}
                disabled={!open}
                onClick={() => open?.(run.query, run.variables ?? null)}
              >
                <code className="ic-clamp ic-caption">{inBrief(run.query)}</code>
                <span className="ic-caption ic-figures">
                  {run.outcome !== 'answered' && (
                    <b className="ic-error">
                      {t(`explorer.outcome.${run.outcome === 'partly' ? 'partly' : 'refused'}`)}・
                    </b>
                  )}
                  {facts(run)}
                </span>
              </button>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={t('explorer.history.forget', { query: inBrief(run.query).slice(0, 60) })}
                onClick={() => remove([run.id])}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
