import { DownloadOutlined, EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { platformOf } from '../../../../../shared/catalog/platforms';
import {
  useConversionFileMutation,
  useConversionSenderPreviewLazyQuery,
  type ConversionSenderPreviewQuery,
} from '../../../generated/graphql';
import { failureText } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { saveFile } from '../../../kit/export/save-file';
import { useRight } from '../../../session/rights';

type Preview = ConversionSenderPreviewQuery['conversionSenderPreview'];

/** The request as a text: method, headers and body; a file as it is. */
function requestText({ method, url, headers, body }: Preview): string {
  if (typeof body.file === 'string') return body.file;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, '', JSON.stringify(body, null, 2)].join('\n');
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

interface StoredSender {
  readonly id: number;
  readonly platform: string;
}

/** Buttons that fetch the files of a platform without an API. */
function FileButtons({ sender, setFailure }: { sender: StoredSender; setFailure: (text?: string) => void }) {
  const { t } = useTranslation();
  const [fetchFile, { loading }] = useConversionFileMutation();
  const platform = platformOf(sender.platform);
  if (platform?.kind !== 'file') return null;

  async function get(options: { again: boolean; retractions: boolean }): Promise<void> {
    setFailure();
    try {
      const { data } = await fetchFile({ variables: { id: sender.id, ...options } });
      const file = data?.conversionFile;
      if (!file) return;
      if (file.rows === 0) return notify('INFO', t('sends.fileEmpty'));
      saveFile(new Blob([bytesOf(file.content)], { type: 'text/csv' }), file.fileName);
      notify('SUCCESS', t('sends.fileDone', { count: file.rows }));
    } catch (error) {
      setFailure(failureText(t, error));
    }
  }

  return (
    <>
      <Button
        icon={<DownloadOutlined />}
        loading={loading}
        onClick={() => void get({ again: false, retractions: false })}
      >
        {t('sends.file')}
      </Button>
      <Button disabled={loading} onClick={() => void get({ again: true, retractions: false })}>
        {t('sends.fileAgain')}
      </Button>
      {platform.retracts && (
        <Button disabled={loading} onClick={() => void get({ again: false, retractions: true })}>
          {t('sends.fileRetractions')}
        </Button>
      )}
    </>
  );
}

/** Preview of a stored sender's request, its files, and the way to what it sent. */
export function SenderActions(sender: StoredSender) {
  const { t } = useTranslation();
  const mayEdit = useRight('asps') === 'edit';
  const [load, { loading }] = useConversionSenderPreviewLazyQuery({ fetchPolicy: 'network-only' });
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();

  async function show(): Promise<void> {
    setFailure(undefined);
    const { data, error } = await load({ variables: { id: sender.id } });
    setPreview(data?.conversionSenderPreview);
    if (error) setFailure(failureText(t, error));
  }

  return (
    <div className="ic-stack ic-gap-8 ic-mt-16">
      <div className="ic-row ic-wrap ic-gap-8-16">
        {mayEdit && (
          <Button icon={<EyeOutlined />} loading={loading} onClick={() => void show()}>
            {t('sends.preview')}
          </Button>
        )}
        {mayEdit && <FileButtons sender={sender} setFailure={setFailure} />}
        <Link to="/log/conversion-send">{t('sends.seeLog')}</Link>
      </div>
      {failure !== undefined && (
        <p className="ic-break ic-error ic-text-13" role="alert">
          {failure}
        </p>
      )}
      {preview && (
        <section aria-label={t('sends.preview')} aria-live="polite">
          <p className="ic-hint ic-mb-4">
            {t('sends.previewLead')} {preview.conversionId === null && t('sends.previewSample')}
          </p>
          <pre className="ic-rounded ic-sunken ic-p-8-16 ic-m-0 ic-break ic-pre ic-code">
            {requestText(preview)}
          </pre>
        </section>
      )}
    </div>
  );
}
