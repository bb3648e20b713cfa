import { Button, Modal } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { CONFIRM_WIDTH } from '../dialog/dialog';
import { useReturnFocus } from '../dialog/use-return-focus';
import { askBeforeLeaving } from '../leaving';

/** Lets one navigation pass although the form has changed: the one that its own saving leads to. */
export interface LeavePass {
  current: boolean;
}
export const useLeavePass = (): LeavePass => useRef(false);

export interface LeaveGuardProps {
  dirty: boolean;
  pass: LeavePass;
  /** The product whose own form it is, which goes with another one's choice though the page stays. */
  productId?: number | undefined;
}

/** Asks before a changed form is left: by a link, Back, another product, signing out, or closing the tab. */
export function LeaveGuard({ dirty, pass, productId }: LeaveGuardProps) {
  const [going, setGoing] = useState<() => void>();
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
    const end = askBeforeLeaving((go) => setGoing(() => go));
    return () => {
      window.removeEventListener('beforeunload', ask);
      end();
    };
  }, [dirty]);

  if (blocker.state === 'blocked')
    return <LeaveQuestion field={field} onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
  if (!going) return null;
  const leave = (): void => {
    pass.current = true;
    going();
  };
  return <LeaveQuestion field={field} onStay={() => setGoing(undefined)} onLeave={leave} />;
}

/** Where in a changed form one was last: who goes on editing goes on there, and not at the menu that led away. */
function useLastField(dirty: boolean): RefObject<HTMLElement | null> {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!dirty) return undefined;
    const note = (): void => {
      const { activeElement: here } = document;
      if (here instanceof HTMLElement && here.matches('form input, form textarea, form button'))
        last.current = here;
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [dirty]);
  return last;
}

interface LeaveQuestionProps {
  /** What gets the focus back; what opened the question unless said. */
  field?: RefObject<HTMLElement | null>;
  onStay: () => void;
  onLeave: () => void;
}

/** Whether what was typed may be lost. */
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
          {/* A dialog gives the focus to its first button: Enter that is held, or pressed once more, loses nothing. */}
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
