import { Button, Input, Modal, Skeleton } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalStatus, NoPostbackReason } from '../../../../../shared/domain/results';
import {
  useApprovalPreviewQuery,
  useApprovalSubjectQuery,
  useApproveResultsMutation,
  useBeginApprovalMutation,
  type ApprovalRunFieldsFragment,
  type ApproveResultsMutation,
  type ApprovalPreviewQuery,
  type ApprovalSubjectQuery,
} from '../../../generated/graphql';
import { useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { failureText } from '../../../kit/failure';
import type { Chosen } from '../../../kit/list/list-source';
import { logSelection } from '../../../kit/log/log-paths';
import { useProductId, useSession } from '../../../session/session-context';
import { BACKGROUND_THRESHOLD } from './runs';
import { stateName } from './state-texts';
import { formatEnteredYen, yenAffixes } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { formatRange } from '../../../i18n/punctuation';
import { formatApiDay, formatDateTime } from '../../../kit/tokyo-date';
import { useConsoleConfig } from '../../../session/console-config';

type Preview = ApprovalPreviewQuery['approvalPreview'];

interface FactsProps {
  preview: Preview;
  /** The result if there is exactly one. */
  subject: ApprovalSubjectQuery['result'] | undefined;
}

/** Effects of a state change: number of results, cost by day, and which networks are notified or why not. */
function ApprovalFacts({ preview, subject }: FactsProps) {
  const { t } = useTranslation();
  const { undoSeconds } = useConsoleConfig();
  const asps = useSession().selections.asp;
  const { changed, unchanged, approvedCost, pendingCost, dayFrom, dayTo, notices } = preview;
  const yen = (value: number): string =>
    `${value > 0 ? '+' : ''}${formatEnteredYen(value, { yen: yenAffixes[currentLanguage()] })}`;
  const aspName = (id: number | null): string =>
    id === null ? t('results.approve.noAsp') : (asps.find((asp) => asp.id === id)?.label ?? `#${id}`);
  const noticeWords = ({ aspId, count, untold }: Preview['notices'][number]): string => {
    const why = Object.values(NoPostbackReason).find((one) => one === untold);
    const asp = aspName(aspId);
    return why
      ? t('results.approve.untold', { asp, count, reason: t(`results.untold.${why}`) })
      : t('results.approve.told', { asp, count });
  };
  return (
    <dl className="ic-pairs ic-mb-16 ic-text-13 ic-break ic-figures">
      <dt className="ic-secondary">{t('results.approve.changed')}</dt>
      <dd>
        <strong>
          {subject
            ? `${formatDateTime(subject.cvTime)} ${subject.ad?.label ?? ''}`
            : t('results.approve.count', { count: changed })}
        </strong>
      </dd>
      {unchanged > 0 && (
        <>
          <dt className="ic-secondary">{t('results.approve.unchanged')}</dt>
          <dd>{t('results.approve.count', { count: unchanged })}</dd>
        </>
      )}
      <dt className="ic-secondary">{t('results.approve.approvedCost')}</dt>
      <dd>{yen(approvedCost)}</dd>
      <dt className="ic-secondary">{t('results.approve.pendingCost')}</dt>
      <dd>{yen(pendingCost)}</dd>
      {dayFrom !== null && dayTo !== null && (
        <>
          <dt className="ic-secondary">{t('results.approve.days')}</dt>
          <dd>
            {dayFrom === dayTo
              ? formatApiDay(dayFrom)
              : formatRange(formatApiDay(dayFrom), formatApiDay(dayTo))}
          </dd>
        </>
      )}
      {notices.length > 0 && (
        <>
          <dt className="ic-secondary">{t('results.approve.notices')}</dt>
          <dd>
            <ul className="ic-list">
              {notices.map((notice) => (
                <li key={`${notice.aspId} ${notice.untold}`}>{noticeWords(notice)}</li>
              ))}
            </ul>
            {notices.some(({ untold }) => untold === null) && (
              <p className="ic-mt-4 ic-hint">{t('results.approve.after', { count: undoSeconds })}</p>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}

const WIDTH = 520;
/** Maximum length of a reason on the server. */
const MAX_REASON_LENGTH = 1000;

export type Outcome = ApproveResultsMutation['approveResults'];

export interface ApprovalDialogProps {
  chosen: Chosen<string>;
  to: ApprovalStatus;
  onCancel: () => void;
  onDone: (outcome: Outcome) => void;
  /** Called if the number of results requires background processing. */
  onStarted: (run: ApprovalRunFieldsFragment) => void;
}

/** Previews a state change of results, takes the reason and applies the change. Enter applies it at once. */
export function ApprovalDialog({ chosen, to, onCancel, onDone, onStarted }: ApprovalDialogProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  useReturnFocus();
  const productId = useProductId();
  const selection = logSelection(chosen, productId);
  const [only = '', ...others] = chosen.kind === 'ids' ? chosen.ids : [];
  const { data: one, loading: naming } = useApprovalSubjectQuery({
    variables: { id: only, productId },
    skip: only === '' || others.length > 0,
  });
  const { data, error } = useApprovalPreviewQuery({
    variables: { ...selection, approvalStatus: to },
    fetchPolicy: 'no-cache',
  });
  const [approve, { loading: approving }] = useApproveResultsMutation();
  const [beginApproval, { loading: starting }] = useBeginApprovalMutation();
  const loading = approving || starting;
  const [reason, setReason] = useState('');
  const [failed, setFailed] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const preview = naming ? undefined : data?.approvalPreview;
  const changed = preview?.changed ?? 0;
  const isMany = changed + (preview?.unchanged ?? 0) > BACKGROUND_THRESHOLD;
  useEffect(() => {
    if (changed > 0) button.current?.focus();
  }, [changed]);

  async function run(): Promise<void> {
    setFailed(undefined);
    try {
      const variables = { ...selection, approvalStatus: to, reason: reason.trim() || null };
      if (isMany) {
        const { data: started } = await beginApproval({ variables });
        if (started) onStarted(started.beginApproval);
        return;
      }
      const { data: done } = await approve({ variables });
      if (done) onDone(done.approveResults);
    } catch (refused) {
      setFailed(failureText(t, refused));
    }
  }
  const name = stateName(to);
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('common.confirmChange', { action: t(`enums.ApprovalStatus.${name}`) })}
      onCancel={() => !loading && onCancel()}
      footer={
        <>
          <Button disabled={loading} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button
            ref={button}
            type="primary"
            danger={to === ApprovalStatus.REJECTED}
            loading={loading}
            disabled={changed === 0}
            onClick={() => void run()}
          >
            {preview ? t(`results.approve.run.${name}`, { count: changed }) : t(`results.approve.to.${name}`)}
          </Button>
        </>
      }
    >
      {error && !preview ? (
        <p className="ic-mt-8 ic-break ic-error ic-text-13" role="alert">
          {failureText(t, error)}
        </p>
      ) : !preview ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : changed === 0 ? (
        <p role="status">{t('results.approve.nothing')}</p>
      ) : (
        <>
          <ApprovalFacts preview={preview} subject={one?.result} />
          <label htmlFor={reasonId} className="ic-block ic-mb-4 ic-medium">
            {t('results.approve.reason')}
          </label>
          <Input.TextArea
            id={reasonId}
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            autoSize={{ minRows: 2, maxRows: 6 }}
            aria-describedby={`${reasonId}-hint`}
            onChange={(event) => setReason(event.target.value)}
          />
          <p id={`${reasonId}-hint`} className="ic-mt-4 ic-hint">
            {t('results.approve.reasonHint')}
          </p>
          {isMany && (
            <p className="ic-rounded ic-sunken ic-p-8-16 ic-text-13 ic-mt-16">{t('results.run.hint')}</p>
          )}
        </>
      )}
      {failed && (
        <p className="ic-mt-8 ic-break ic-error ic-text-13" role="alert">
          {failed}
        </p>
      )}
    </Modal>
  );
}
