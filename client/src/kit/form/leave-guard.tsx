import { Button, Modal } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { CONFIRM_WIDTH, useReturnFocus } from '../dialog/confirm-dialog';
import { askBeforeLeaving } from '../leaving';

/** Lets one navigation pass while the form is changed: the one after saving. */
export interface LeavePass {
  current: boolean;
}
export const useLeavePass = (): LeavePass => useRef(false);

export interface LeaveGuardProps {
  dirty: boolean;
  pass: LeavePass;
  /** Product of the form; the form is lost on a change of product even though the page stays. */
  productId?: number | undefined;
}

/**
 * Asks before the user leaves a changed form: by a link, Back, a change of product, sign-out or closing the
 * tab.
 */
export function LeaveGuard({ dirty, pass, productId }: LeaveGuardProps) {
  const [pendingExit, setPendingExit] = useState<() => void>();
  const field = useLastField(dirty);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!dirty || pass.current) return false;
    const next = new URLSearchParams(nextLocation.search).get('product_id');
    return (
      currentLocation.pathname !== nextLocation.pathname ||
      (productId !== undefined && next !== null && next !== String(productId))
    );
  });

  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    const end = askBeforeLeaving((go) => setPendingExit(() => go));
    return () => {
      window.removeEventListener('beforeunload', ask);
      end();
    };
  }, [dirty]);

  if (blocker.state === 'blocked')
    return <LeaveQuestion field={field} onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
  if (!pendingExit) return null;
  const leave = (): void => {
    pass.current = true;
    pendingExit();
  };
  return <LeaveQuestion field={field} onStay={() => setPendingExit(undefined)} onLeave={leave} />;
}

/** Tracks the last focused field of a changed form, which gets the focus when the user stays. */
function useLastField(dirty: boolean): RefObject<HTMLElement | null> {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!dirty) return undefined;
    const rememberField = (): void => {
      const { activeElement: here } = document;
      if (here instanceof HTMLElement && here.matches('form input, form textarea, form button'))
        last.current = here;
    };
    rememberField();
    document.addEventListener('focusin', rememberField);
    return () => document.removeEventListener('focusin', rememberField);
  }, [dirty]);
  return last;
}

interface LeaveQuestionProps {
  /** Element that gets the focus back; defaults to the opener. */
  field?: RefObject<HTMLElement | null>;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether the input may be discarded. */
export function LeaveQuestion({ field, onStay, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation();
  useReturnFocus(field);
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
          {/* The dialog focuses its first button, so a held or repeated Enter loses nothing. */}
          <Button type="primary" onClick={onStay}>
            {t('form.stay')}
          </Button>
          <Button danger onClick={onLeave}>
            {t('form.leave')}
          </Button>
        </>
      }
    >
      <p>{t('form.leaveLead')}</p>
    </Modal>
  );
}
