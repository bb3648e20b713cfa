import { Button, Input, Modal, Skeleton } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { useApprovalPreviewQuery, useApproveResultsMutation, type ApproveResultsMutation } from '../../../generated/graphql';
import { useReturnFocus } from '../../../kit/dialog/use-return-focus';
import { failureText } from '../../../kit/failure';
import type { Chosen } from '../../../kit/list/types';
import { logSelection } from '../../../kit/log/log-selection';
import { useProductId } from '../../../session/session-context';
import styles from './cv-approve.module.css';
import { ApprovalFacts } from './preview';
import { stateName } from './states';

const WIDTH = 520;
/** Most characters that the server keeps. */
const MOST_REASON = 1000;

export type Outcome = ApproveResultsMutation['approveResults'];

export interface ApprovalDialogProps {
  chosen: Chosen<string>;
  to: ApprovalStatus;
  onCancel: () => void;
  onDone: (outcome: Outcome) => void;
}

/** Shows what giving results a state would do, takes the reason, and does it. Enter does it at once. */
export function ApprovalDialog({ chosen, to, onCancel, onDone }: ApprovalDialogProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  useReturnFocus();
  const selection = logSelection(chosen, useProductId());
  const { data, error } = useApprovalPreviewQuery({ variables: { ...selection, approvalStatus: to }, fetchPolicy: 'no-cache' });
  const [approve, { loading }] = useApproveResultsMutation();
  const [reason, setReason] = useState('');
  const [failed, setFailed] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const preview = data?.approvalPreview;
  const changed = preview?.changed ?? 0;
  useEffect(() => {
    if (changed > 0) button.current?.focus();
  }, [changed]);

  async function run(): Promise<void> {
    setFailed(undefined);
    try {
      const { data: done } = await approve({ variables: { ...selection, approvalStatus: to, reason: reason.trim() || null } });
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
          <Button ref={button} type="primary" danger={to === ApprovalStatus.REJECTED} loading={loading} disabled={changed === 0} onClick={() => void run()}>
            {t(`results.approve.run.${name}`, { count: changed })}
          </Button>
        </>
      }
    >
      {error && !preview ? (
        <p className={styles.failed} role="alert">
          {failureText(t, error)}
        </p>
      ) : !preview ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : changed === 0 ? (
        <p role="status">{t('results.approve.nothing')}</p>
      ) : (
        <>
          <ApprovalFacts preview={preview} />
          <label htmlFor={reasonId} className={styles.label}>
            {t('results.approve.reason')}
          </label>
          <Input.TextArea
            id={reasonId}
            value={reason}
            maxLength={MOST_REASON}
            autoSize={{ minRows: 2, maxRows: 6 }}
            aria-describedby={`${reasonId}-hint`}
            onChange={(event) => setReason(event.target.value)}
          />
          <p id={`${reasonId}-hint`} className={styles.hint}>
            {t('results.approve.reasonHint')}
          </p>
        </>
      )}
      {failed && (
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
    </Modal>
  );
}
