import type { ApolloCache, Reference } from '@apollo/client';
import { Kind, parse } from 'graphql';
import { useCallback, useState } from 'react';
import { useForgetQueryRunsMutation, useKeepQueryRunMutation } from '../../../../generated/graphql';
import type { Run } from '../query/run';
import { longest, recordLists } from '../result/records';

/** Updates the cached list of runs. */
function changeRuns(cache: ApolloCache, change: (runs: readonly Reference[]) => readonly Reference[]): void {
  cache.modify({ fields: { queryRuns: (runs: readonly Reference[]) => change(runs) } });
}

/** Returns true if a text only contains queries. Mutations aren't stored in the history. */
function onlyReads(query: string): boolean {
  try {
    const operations = parse(query).definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION ? [one.operation] : [],
    );
    return operations.length > 0 && operations.every((operation) => operation === 'query');
  } catch {
    return false;
  }
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
          const id = data && cache.identify(data.keepQueryRun);
          if (id)
            changeRuns(cache, (runs) => [{ __ref: id }, ...runs.filter(({ __ref: ref }) => ref !== id)]);
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
        update: (cache) => {
          const gone = ids?.map((id) => cache.identify({ __typename: 'QueryRun', id }));
          changeRuns(cache, (runs) => (gone ? runs.filter(({ __ref: ref }) => !gone.includes(ref)) : []));
        },
      }),
    [send],
  );
}
