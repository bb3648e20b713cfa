import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ErasureReceiptFragment } from '../../../generated/graphql';
import { Panel, PanelRow, PanelRows } from '../../../kit/panel';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { Counts } from './counts';
import styles from './erasure.module.css';
import { subjectKinds } from './subject';

/** Downloads a text as a file. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Serialises a receipt without console-only fields. */
function asJson({ text: _text, ...receipt }: ErasureReceiptFragment): string {
  return `${JSON.stringify(receipt, (name, value: unknown) => (name === '__typename' ? undefined : value), 2)}\n`;
}

function ReceiptRow({ receipt }: { receipt: ErasureReceiptFragment }) {
  const { t } = useTranslation();
  const { number, status, requestedAt, finishedAt, userName, subjectKind, subjectDigest } = receipt;
  const kind = subjectKinds.find((one) => one === subjectKind);
  const save = (ending: 'txt' | 'json', word: string) => (
    <Button
      size="small"
      aria-label={t('privacy.erasure.save', { number, kind: word })}
      onClick={() => saveText(`${number}.${ending}`, ending === 'txt' ? receipt.text : asJson(receipt))}
    >
      {word}
    </Button>
  );
  return (
    <PanelRow
      name={
        <>
          <code className="ic-nowrap">{number}</code>{' '}
          <StatusTag tone={status === 'done' ? 'good' : 'waiting'}>
            {t(status === 'done' ? 'privacy.erasure.done_' : 'privacy.erasure.underWay')}
          </StatusTag>
        </>
      }
      facts={[
        formatDateTime(finishedAt ?? requestedAt),
        t('privacy.erasure.by_', { name: userName }),
        kind && t(`privacy.erasure.${kind}`),
        <code key="digest" title={subjectDigest}>
          {subjectDigest.slice(0, 12)}…
        </code>,
        <details key="counts" className={styles.details}>
          <summary>{t('privacy.erasure.rows')}</summary>
          <Counts counts={receipt.counts} />
        </details>,
      ]}
      actions={
        <span className={`ic-flex ic-gap-8 ${styles.actions}`}>
          {save('txt', t('privacy.erasure.text'))}
          {save('json', t('privacy.erasure.json'))}
        </span>
      }
    />
  );
}

/** Receipts of a product's erasures, for filing. */
export function Receipts({
  receipts,
  error,
  retry,
}: {
  receipts: readonly ErasureReceiptFragment[] | undefined;
  error: unknown;
  retry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Panel title={t('privacy.erasure.receipts')} lead={t('privacy.erasure.receiptsLead')}>
      {!receipts && <LoadState error={error} retry={retry} />}
      {receipts?.length === 0 && <p className="ic-mt-8 ic-note">{t('privacy.erasure.noReceipts')}</p>}
      <PanelRows>
        {receipts?.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} />
        ))}
      </PanelRows>
    </Panel>
  );
}
