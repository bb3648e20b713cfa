import { PauseCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAspSendingQuery, usePauseAspMutation, type AspSendingQuery } from '../../../generated/graphql';
import { joinList } from '../../../i18n/punctuation';
import { failureToast } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { PanelRow, PanelRows } from '../../../kit/page';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/rights';

type Asp = AspSendingQuery['asps']['results'][number];

type AspSending = ReturnType<typeof useAspSending>;

/** Loads the product's ad networks, including whether their postbacks are paused. */
export function useAspSending() {
  const right = useRight('asps');
  const { data } = useAspSendingQuery({
    variables: { productId: useProductId() },
    fetchPolicy: 'cache-and-network',
    skip: right === 'none',
  });
  return { asps: data?.asps.results, mayChange: right === 'edit' };
}

function SendingSwitch({ asp }: { asp: Asp }) {
  const { t } = useTranslation();
  const [pause, { loading }] = usePauseAspMutation();
  async function set(sending: boolean): Promise<void> {
    try {
      await pause({ variables: { id: asp.id, postbackPaused: !sending, version: asp.version } });
      notify('SUCCESS', t(sending ? 'results.pause.resumed' : 'results.pause.stopped', { asp: asp.aspName }));
    } catch (error) {
      failureToast(t)(error);
    }
  }
  return (
    <Switch
      checked={!asp.postbackPaused}
      loading={loading}
      aria-label={t('results.pause.sending', { asp: asp.aspName })}
      checkedChildren={t('results.pause.on')}
      unCheckedChildren={t('results.pause.off')}
      onChange={(sending) => void set(sending)}
    />
  );
}

/** Pauses and resumes postbacks of an ad network. */
export function AspSendingButton({ sending: { asps, mayChange } }: { sending: AspSending }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (!mayChange) return null;
  return (
    <>
      <Button icon={<PauseCircleOutlined />} onClick={() => setOpen(true)}>
        {t('results.pause.button')}
      </Button>
      <Modal
        open={open}
        centered
        title={t('results.pause.title')}
        footer={<Button onClick={() => setOpen(false)}>{t('common.close')}</Button>}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <p style={{ marginBottom: 8 }}>{t('results.pause.lead')}</p>
        {!asps ? (
          <Skeleton active />
        ) : asps.length === 0 ? (
          <p className="ic-muted">{t('results.pause.none')}</p>
        ) : (
          <PanelRows>
            {asps.map((asp) => (
              <PanelRow key={asp.id} name={asp.aspName} actions={<SendingSwitch asp={asp} />} />
            ))}
          </PanelRows>
        )}
      </Modal>
    </>
  );
}

/** Lists ad networks with paused postbacks. */
export function PausedNote({ sending: { asps } }: { sending: AspSending }) {
  const { t } = useTranslation();
  const paused = asps?.filter(({ postbackPaused }) => postbackPaused) ?? [];
  if (paused.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={t('results.pause.paused', { asps: joinList(paused.map(({ aspName }) => aspName)) })}
    />
  );
}
