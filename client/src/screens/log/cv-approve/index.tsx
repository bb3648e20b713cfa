import { ImportOutlined } from '@ant-design/icons';
import { useApolloClient } from '@apollo/client/react';
import { Button, Modal, Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { useUndoApprovalMutation } from '../../../generated/graphql';
import { failureToast } from '../../../kit/failure';
import type { Chosen } from '../../../kit/list/list-source';
import type { LogDefinition } from '../../../kit/log/log-definition';
import { LogList } from '../../../kit/log/log-screen';
import { notify } from '../../../kit/notifier';
import { Page } from '../../../kit/page';
import { useConsoleConfig } from '../../../session/console-config';
import { useProductId } from '../../../session/session-context';
import { useMayApprove } from '../../../session/use-may-approve';
import { type ResultRow, resultLog } from '../../../kit/log/result-log';
import { ApprovalDialog } from './approval-dialog';
import { DecisionImport } from './import-dialog';
import { BACKGROUND_THRESHOLD, onRunFinished, resumeRuns, undoRun, watchRun } from './runs';
import { doneText, notifyUndone, stateName } from './state-texts';
import { UndoBar, setUndoable, useUndoable } from './undo-bar';
import { useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { useSearchParams } from 'react-router-dom';
import { enumLabel } from '../../../kit/enum-label';
import { withParameters } from '../../../kit/address';
import { NO_PLACE } from '../../../kit/list/url-state';

const FILTER_STATES = {
  pending: [ApprovalStatus.PENDING],
  approved: [ApprovalStatus.APPROVED],
  rejected: [ApprovalStatus.REJECTED],
  all: undefined,
} as const;
type StateFilter = keyof typeof FILTER_STATES;
const names: readonly StateFilter[] = ['pending', 'approved', 'rejected', 'all'];
const FIRST: StateFilter = 'pending';

/** Reads the listed states from the address. Defaults to pending results. */
function useStateFilter(): {
  filter: StateFilter;
  states: readonly ApprovalStatus[] | undefined;
  setFilter: (filter: StateFilter) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const filter = names.find((name) => name === parameters.get('state')) ?? FIRST;
  const setFilter = (next: StateFilter): void =>
    setParameters((before) => withParameters(before, { ...NO_PLACE, state: next === FIRST ? null : next }));
  return { filter, states: FILTER_STATES[filter], setFilter };
}

/** Selects the listed states. */
function StateChoice({ filter, setFilter }: Pick<ReturnType<typeof useStateFilter>, 'filter' | 'setFilter'>) {
  const { t } = useTranslation();
  return (
    <div className="ic-max-wide ic-scroll-x">
      <Segmented<StateFilter>
        aria-label={t('results.approve.states')}
        value={filter}
        options={names.map((name) => {
          const [state] = FILTER_STATES[name] ?? [];
          return {
            value: name,
            label: state === undefined ? t('results.approve.all') : enumLabel(t, 'ApprovalStatus', state),
          };
        })}
        onChange={setFilter}
      />
    </div>
  );
}

/** Leads from an empty list of pending results to the approved ones. */
function ToApproved() {
  const { t } = useTranslation();
  const { setFilter } = useStateFilter();
  return <Button onClick={() => setFilter('approved')}>{t('results.approve.toApproved')}</Button>;
}

const NOTHING_PENDING: LogDefinition<ResultRow>['empty'] = {
  title: (t) => t('results.approve.empty'),
  hint: (t) => t('results.approve.emptyHint'),
  action: <ToApproved />,
};

const NO_MATCH: LogDefinition<ResultRow>['empty'] = {
  title: (t) => t('list.noMatch'),
  hint: (t) => t('list.noMatchHint'),
};

const KEYS = [
  ['next', ['j', '↓']],
  ['previous', ['k', '↑']],
  ['choose', ['x']],
  ['open', ['Enter']],
  ['approve', ['a']],
  ['reject', ['r']],
  ['pending', ['p']],
  ['undo', ['u']],
  ['help', ['?']],
] as const;

/** Keyboard shortcuts of the approval screen. */
function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal
      open
      centered
      width={420}
      title={t('results.keys.title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <dl className="ic-grid ic-align-baseline ic-mb-12 ic-pairs">
        {KEYS.map(([name, keys]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} style={{ marginRight: 4 }}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`results.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="ic-mt-4 ic-hint">{t('results.keys.note')}</p>
    </Modal>
  );
}

const HIDDEN = new Set(['resultType', 'resultMethod']);
const VISIBLE = new Set(['id']);

/** Result log as approval screen, with the same fields. */
const approvalLog: LogDefinition<ResultRow> = {
  ...resultLog,
  name: 'log_cv_approve',
  title: (t) => t('results.approve.title'),
  lead: (t) => t('results.approve.lead'),
  columns: resultLog.columns.map((column) =>
    HIDDEN.has(column.key)
      ? { ...column, hidden: true }
      : VISIBLE.has(column.key)
        ? { ...column, hidden: false }
        : column,
  ),
};

const ACTS = [ApprovalStatus.APPROVED, ApprovalStatus.REJECTED, ApprovalStatus.PENDING] as const;

interface PendingDecision {
  readonly chosen: Chosen<string>;
  readonly to: ApprovalStatus;
  /** Reloads the list and clears the selection. */
  readonly done: () => void;
}

interface Done {
  readonly changed: number;
  readonly changeId: string | null;
}

/** Adds the actions for selected rows to the list. */
const withDecisions = (t: TFunction, ask: (decision: PendingDecision) => void): LogDefinition<ResultRow> => ({
  ...approvalLog,
  bulk: (chosen, done) =>
    ACTS.map((to) => (
      <Button
        key={to}
        size="small"
        type={to === ApprovalStatus.APPROVED ? 'primary' : 'default'}
        onClick={() => ask({ chosen, to, done })}
      >
        {t(`results.approve.to.${stateName(to)}`)}
      </Button>
    )),
});

/** Approves and rejects results, with a preview and a time-limited undo. */
export function CvApprove() {
  const { t } = useTranslation();
  const mayDecide = useMayApprove('cv_approve');
  const { undoSeconds } = useConsoleConfig();
  const { filter, states, setFilter } = useStateFilter();
  const [decision, setDecision] = useState<PendingDecision>();
  const [importing, setImporting] = useState(false);
  const [helping, setHelping] = useState(false);
  const productId = useProductId();
  const undoable = useUndoable(productId);
  const [undo, { loading: undoing }] = useUndoApprovalMutation();
  const reload = useRef<() => void>(() => undefined);
  const onAnswer = useCallback((list: { refetch: () => Promise<unknown> }) => {
    reload.current = () => void list.refetch();
  }, []);
  const client = useApolloClient();
  useEffect(() => onRunFinished(() => reload.current()), []);
  useEffect(() => {
    // A failed request is repeated on the next visit.
    if (mayDecide) resumeRuns(client, t).catch(() => undefined);
  }, [client, mayDecide, t]);
  const forget = useCallback(() => setUndoable(undefined), []);

  function finished(done: Done, to: ApprovalStatus | null): void {
    if (done.changeId === null) return;
    const { changeId, changed } = done;
    if (undoSeconds > 0)
      setUndoable({ productId, changeId, changed, to, until: Date.now() + undoSeconds * 1000 });
    else notify('SUCCESS', doneText(t, { changed, to }));
  }
  async function undoLast(): Promise<void> {
    if (!undoable || undoing) return;
    try {
      if (undoable.changed > BACKGROUND_THRESHOLD) return await undoRun(client, t, undoable.changeId);
      const { data } = await undo({ variables: { changeId: undoable.changeId } });
      forget();
      const { changed = 0 } = data?.undoApproval ?? {};
      notifyUndone(t, changed, undoable.changed);
      reload.current();
    } catch (error) {
      failureToast(t)(error);
    }
  }
  const log = useMemo(() => {
    const rows = mayDecide ? withDecisions(t, setDecision) : approvalLog;
    return { ...rows, empty: filter === FIRST ? NOTHING_PENDING : NO_MATCH };
  }, [mayDecide, t, filter]);
  const ask =
    (to: ApprovalStatus) =>
    (chosen: Chosen<string> | undefined, done: () => void): void =>
      chosen && setDecision({ chosen, to, done });
  const keys = {
    '?': () => setHelping(true),
    ...(mayDecide && {
      a: ask(ApprovalStatus.APPROVED),
      r: ask(ApprovalStatus.REJECTED),
      p: ask(ApprovalStatus.PENDING),
      u: () => void undoLast(),
    }),
  };
  const fixed = useMemo(() => (states ? { approvalStatus: [...states] } : undefined), [states]);
  return (
    <Page
      title={approvalLog.title(t)}
      lead={approvalLog.lead(t)}
      actions={
        <>
          <Button onClick={() => setHelping(true)} aria-keyshortcuts="?">
            {t('results.keys.button')}
          </Button>
          {mayDecide && (
            <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
              {t('results.import.button')}
            </Button>
          )}
        </>
      }
    >
      <StateChoice filter={filter} setFilter={setFilter} />
      <LogList log={log} keys={keys} onAnswer={onAnswer} {...(fixed && { fixedFilter: fixed })} />
      {decision && (
        <ApprovalDialog
          chosen={decision.chosen}
          to={decision.to}
          onCancel={() => setDecision(undefined)}
          onStarted={(run) => {
            watchRun(client, t, run);
            setDecision(undefined);
            decision.done();
          }}
          onDone={(outcome) => {
            finished(outcome, decision.to);
            setDecision(undefined);
            decision.done();
          }}
        />
      )}
      {importing && (
        <DecisionImport
          onApplied={(outcome) => finished(outcome, null)}
          onResult={({ reload: changed }) => {
            setImporting(false);
            if (changed) reload.current();
          }}
        />
      )}
      {helping && <KeyHelp onClose={() => setHelping(false)} />}
      {mayDecide && undoable && (
        <UndoBar undoable={undoable} busy={undoing} undo={() => void undoLast()} over={forget} />
      )}
    </Page>
  );
}
