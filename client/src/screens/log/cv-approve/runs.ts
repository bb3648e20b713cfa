import type { ApolloClient } from '@apollo/client';
import type { TFunction } from 'i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import {
  ApprovalRunDocument,
  ApprovalRunsDocument,
  BeginUndoApprovalDocument,
  type ApprovalRunFieldsFragment,
  type ApprovalRunQuery,
  type ApprovalRunsQuery,
  type BeginUndoApprovalMutation,
} from '../../../generated/graphql';
import { begin } from '../../../kit/export/running';
import { failureText } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { refusalOf } from '../../../kit/refusal';
import { doneWords, stateName } from './states';
import { keepUndoable, undoableNow } from './undo-store';

/** From this number of results, a change runs in the background. */
export const MANY = 2000;

const LOOK_MS = 400;
/** Retry interval while the server is unreachable. */
const AGAIN_MS = 3000;

type Run = ApprovalRunFieldsFragment;

const watched = new Set<string>();
const listeners = new Set<() => void>();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Registers a listener for finished background changes. Returns a function that removes it. */
export function onRunOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const stateOf = ({ approvalStatus: to }: Run): ApprovalStatus =>
  to === ApprovalStatus.APPROVED || to === ApprovalStatus.REJECTED ? to : ApprovalStatus.PENDING;

const nameOf = (t: TFunction, run: Run): string =>
  run.undoes === null ? t(`results.run.name.${stateName(stateOf(run))}`) : t('results.run.name.UNDO');

/** Shows the outcome of a finished change. */
function settle(t: TFunction, run: Run): void {
  const { id: changeId, productId, changed, total, undoes, undoUntil } = run;
  for (const listener of listeners) listener();
  if (undoes !== null) {
    const kept = total - changed;
    notify(
      kept > 0 ? 'WARNING' : 'SUCCESS',
      [
        t('results.undo.undone', { count: changed }),
        ...(kept > 0 ? [t('results.undo.kept', { count: kept })] : []),
      ].join(' '),
    );
    return;
  }
  const to = stateOf(run);
  if (undoUntil !== null) keepUndoable({ productId, changeId, changed, to, until: Date.parse(undoUntil) });
  // A visible undo bar already says so.
  if (undoUntil === null || listeners.size === 0) notify('SUCCESS', doneWords(t, { changed, to }));
}

/**
 * Starts to undo a change that covers many results or is still running.
 * @throws if the server rejects it
 */
export async function undoRun(client: ApolloClient, t: TFunction, changeId: string): Promise<void> {
  const { data } = await client.mutate<BeginUndoApprovalMutation>({
    mutation: BeginUndoApprovalDocument,
    variables: { changeId },
  });
  keepUndoable(undefined);
  if (data) watchRun(client, t, data.beginUndoApproval);
}

/** Shows the progress of a change on any screen until it ends, then notifies the user. */
export function watchRun(client: ApolloClient, t: TFunction, begun: Run): void {
  if (watched.has(begun.id)) return;
  watched.add(begun.id);
  let stopped = false;
  const stop = async (): Promise<void> => {
    stopped = true;
    try {
      await undoRun(client, t, begun.id);
    } catch (error) {
      stopped = false;
      notify('ERROR', failureText(t, error));
    }
  };
  const words = ({ done, total }: Run) => ({ rows: done, state: t('results.run.state', { done, total }) });
  const shown = begin({
    name: nameOf(t, begun),
    bytes: 0,
    total: begun.total,
    ...words(begun),
    cancel: begun.undoes === null ? () => void stop() : null,
    cancelLabel: t('results.run.cancel'),
  });
  void (async () => {
    let run = begun;
    while (!run.finished && !stopped) {
      await pause(LOOK_MS);
      try {
        const { data } = await client.query<ApprovalRunQuery>({
          query: ApprovalRunDocument,
          variables: { id: begun.id },
          fetchPolicy: 'no-cache',
        });
        if (data) run = data.approvalRun;
        shown.progress(words(run));
      } catch (error) {
        // The change continues without being watched.
        if (refusalOf(error).code !== undefined) break;
        await pause(AGAIN_MS);
      }
    }
    shown.end();
    watched.delete(begun.id);
    if (run.finished && !stopped) settle(t, run);
  })();
}

/** Resumes after a reload: watches running changes and restores the last change that can be undone. */
export async function resumeRuns(client: ApolloClient, t: TFunction): Promise<void> {
  const { data } = await client.query<ApprovalRunsQuery>({
    query: ApprovalRunsDocument,
    fetchPolicy: 'no-cache',
  });
  const runs = data?.approvalRuns ?? [];
  for (const run of runs) if (!run.finished) watchRun(client, t, run);
  const last = runs.find(({ finished }) => finished);
  if (last?.undoUntil && !undoableNow())
    keepUndoable({
      productId: last.productId,
      changeId: last.id,
      changed: last.changed,
      to: stateOf(last),
      until: Date.parse(last.undoUntil),
    });
}
