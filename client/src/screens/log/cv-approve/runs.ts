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

/** From so many results on an act is worked off in the background. */
export const MANY = 2000;

const LOOK_MS = 400;
/** While the server can't be reached. */
const AGAIN_MS = 3000;

type Run = ApprovalRunFieldsFragment;

const watched = new Set<string>();
const listeners = new Set<() => void>();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls back whenever an act in the background is over, while a screen shows what it changed. */
export function onRunOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const stateOf = ({ approvalStatus: to }: Run): ApprovalStatus =>
  to === ApprovalStatus.APPROVED || to === ApprovalStatus.REJECTED ? to : ApprovalStatus.PENDING;

const nameOf = (t: TFunction, run: Run): string =>
  run.undoes === null ? t(`results.run.name.${stateName(stateOf(run))}`) : t('results.run.name.UNDO');

/** What a finished act leaves on the screen. */
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
  // Where its bar is in sight, that says it.
  if (undoUntil === null || listeners.size === 0) notify('SUCCESS', doneWords(t, { changed, to }));
}

/** Begins to take an act back that changed many results, or is still under way. @throws what the server refuses it with */
export async function undoRun(client: ApolloClient, t: TFunction, changeId: string): Promise<void> {
  const { data } = await client.mutate<BeginUndoApprovalMutation>({
    mutation: BeginUndoApprovalDocument,
    variables: { changeId },
  });
  keepUndoable(undefined);
  if (data) watchRun(client, t, data.beginUndoApproval);
}

/** Shows how far an act is until it is over, whichever screen is open; its end is told. */
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
        // It goes on without being watched.
        if (refusalOf(error).code !== undefined) break;
        await pause(AGAIN_MS);
      }
    }
    shown.end();
    watched.delete(begun.id);
    if (run.finished && !stopped) settle(t, run);
  })();
}

/** Takes up what was begun before the console was loaded anew: acts under way, and the last one that can still be undone. */
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
