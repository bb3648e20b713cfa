import { Button, Modal } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { CONFIRM_WIDTH } from '../dialog/dialog';
import { useReturnFocus } from '../dialog/use-return-focus';

/** Lets one navigation pass although the form has changed: the one that its own saving leads to. */
export interface LeavePass {
  current: boolean;
}
export const useLeavePass = (): LeavePass => useRef(false);

/** Asks before a changed form is left, by a link, Back, or closing the tab. */
export function LeaveGuard({ dirty, pass }: { dirty: boolean; pass: LeavePass }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !pass.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  if (blocker.state !== 'blocked') return null;
  return <LeaveQuestion onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}

/** Whether what was typed may be lost. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal
      open
      centered
      width={CONFIRM_WIDTH}
      closable={false}
      title={t('form.leaveTitle')}
      onCancel={onStay}
      footer={
        <>
          <Button danger onClick={onLeave}>
            {t('form.leave')}
          </Button>
          <Button type="primary" onClick={onStay}>
            {t('form.stay')}
          </Button>
        </>
      }
    >
      <p>{t('form.leaveLead')}</p>
    </Modal>
  );
}
