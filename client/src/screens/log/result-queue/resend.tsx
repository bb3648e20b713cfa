import { SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResendPostbacksMutation } from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import type { Chosen } from '../../../kit/list/types';
import { logSelection } from '../../../kit/log/log-selection';
import { notify } from '../../../kit/notifier';
import { useProductId } from '../../../session/session-context';

/** Describes the outcome of a resend request. */
function resentWords(t: TFunction, { resent, waiting }: { resent: number; waiting: number }): string {
  return [
    t('results.resend.done', { resent }),
    ...(waiting > 0 ? [t('results.resend.waiting', { waiting })] : []),
  ].join(' ');
}

/** Resends the selected postbacks, or all in the list, after confirming their number. */
export function Resend({
  chosen,
  done,
  primary = false,
}: {
  chosen: Chosen<string>;
  done: () => void;
  primary?: boolean;
}) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [resend] = useResendPostbacksMutation();
  const [asking, setAsking] = useState(false);
  const count = chosen.kind === 'ids' ? chosen.ids.length : chosen.count;

  async function run(): Promise<void> {
    const { data } = await resend({ variables: logSelection(chosen, productId) });
    if (data) notify('SUCCESS', resentWords(t, data.resendPostbacks));
  }
  return (
    <>
      <Button
        icon={<SendOutlined />}
        {...(primary ? { type: 'primary' as const } : { size: 'small' as const })}
        onClick={() => setAsking(true)}
      >
        {t(primary ? 'results.resend.one' : 'results.resend.many')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('results.resend.askTitle')}
          okText={t('results.resend.run')}
          run={run}
          onResult={({ reload }) => {
            setAsking(false);
            if (reload) done();
          }}
        >
          <p>{t('results.resend.ask', { count })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
