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
import { startExport } from '../../../kit/export/running';
import { failureText, refusalOf } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { doneText, notifyUndone, stateName } from './state-texts';
import { setUndoable, currentUndoable } from './undo-bar';

/** From this number of results, a change runs in the background. */
export const BACKGROUND_THRESHOLD = 2000;

const POLL_MS = 400;
/** Retry interval while the server is unreachable. */
const RETRY_MS = 3000;

type Run = ApprovalRunFieldsFragment;

const watched = new Set<string>();
const listeners = new Set<() => void>();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Registers a listener for finished background changes. Returns a function that removes it. */
export function onRunFinished(listener: () => void): () => void {
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
    notifyUndone(t, changed, total);
    return;
  }
  const to = stateOf(run);
  if (undoUntil !== null) setUndoable({ productId, changeId, changed, to, until: Date.parse(undoUntil) });
  // A visible undo bar already says so.
  if (undoUntil === null || listeners.size === 0) notify('SUCCESS', doneText(t, { changed, to }));
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
  setUndoable(undefined);
  if (data) watchRun(client, t, data.beginUndoApproval);
}

/** Shows the progress of a change on any screen until it ends, then notifies the user. */
export function watchRun(client: ApolloClient, t: TFunction, startedRun: Run): void {
  if (watched.has(startedRun.id)) return;
  watched.add(startedRun.id);
  let stopped = false;
  const stop = async (): Promise<void> => {
    stopped = true;
    try {
      await undoRun(client, t, startedRun.id);
    } catch (error) {
      stopped = false;
      notify('ERROR', failureText(t, error));
    }
  };
  const progressText = ({ done, total }: Run) => ({
    rows: done,
    state: t('results.run.state', { done, total }),
  });
  const task = startExport({
    name: nameOf(t, startedRun),
    bytes: 0,
    total: startedRun.total,
    ...progressText(startedRun),
    cancel: startedRun.undoes === null ? () => void stop() : null,
    cancelLabel: t('results.run.cancel'),
  });
  void (async () => {
    let run = startedRun;
    while (!run.finished && !stopped) {
      await pause(POLL_MS);
      try {
        const { data } = await client.query<ApprovalRunQuery>({
          query: ApprovalRunDocument,
          variables: { id: startedRun.id },
          fetchPolicy: 'no-cache',
        });
        if (data) run = data.approvalRun;
        task.progress(progressText(run));
      } catch (error) {
        // The change continues without being watched.
        if (refusalOf(error).code !== undefined) break;
        await pause(RETRY_MS);
      }
    }
    task.end();
    watched.delete(startedRun.id);
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
  if (last?.undoUntil && !currentUndoable())
    setUndoable({
      productId: last.productId,
      changeId: last.id,
      changed: last.changed,
      to: stateOf(last),
      until: Date.parse(last.undoUntil),
    });
}
