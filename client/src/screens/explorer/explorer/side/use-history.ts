import type { Reference } from '@apollo/client';
import { Kind } from 'graphql';
import { useCallback, useState } from 'react';
import { useForgetQueryRunsMutation, useKeepQueryRunMutation } from '../../../../generated/graphql';
import { parseQuery } from '../query/parse-query';
import type { Run } from '../query/run';
import { longest, recordLists } from '../result/records';

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
export function useDeleteRuns(): (ids?: readonly number[]) => Promise<unknown> {
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
