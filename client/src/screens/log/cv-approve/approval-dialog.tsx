import { Button, Input, Modal, Skeleton } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import {
  useApprovalPreviewQuery,
  useApprovalSubjectQuery,
  useApproveResultsMutation,
  useBeginApprovalMutation,
  type ApprovalRunFieldsFragment,
  type ApproveResultsMutation,
} from '../../../generated/graphql';
import { useReturnFocus } from '../../../kit/dialog/use-return-focus';
import { failureText } from '../../../kit/failure';
import type { Chosen } from '../../../kit/list/types';
import { logSelection } from '../../../kit/log/log-selection';
import { useProductId } from '../../../session/session-context';
import styles from './cv-approve.module.css';
import { ApprovalFacts } from './preview';
import { BACKGROUND_THRESHOLD } from './runs';
import { stateName } from './state-texts';

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
            <p className={`ic-rounded ic-sunken ic-p-8-12 ic-text-13 ${styles.note}`}>
              {t('results.run.hint')}
            </p>
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
