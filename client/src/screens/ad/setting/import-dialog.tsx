import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImportAdsMutation, type ImportAdsMutation } from '../../../generated/graphql';
import { CANCELLED, DIALOG_MAX_HEIGHT, DIALOG_WIDTH, DONE, type DialogResult } from '../../../kit/dialog/dialog';
import { useReturnFocus } from '../../../kit/dialog/use-return-focus';
import { failureText } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { useRefetchSelections } from '../../../kit/resource/sources';
import { useProductId } from '../../../session/session-context';
import { ImportPreview } from './import-preview';
import { ImportTemplate } from './import-template';
import { readText } from './read-text';

type Outcome = ImportAdsMutation['importAds'];

/** Loads ads from CSV: first what would differ, then, if it is wanted, does it. */
export function ImportDialog({ onResult }: { onResult: (result: DialogResult) => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const productId = useProductId();
  const [importAds, { loading }] = useImportAdsMutation();
  const refetch = useRefetchSelections();
  const [csv, setCsv] = useState('');
  const [preview, setPreview] = useState<Outcome>();
  const [failed, setFailed] = useState<string>();
  const changes = preview ? preview.created + preview.updated : 0;

  async function send(text: string, dryRun: boolean): Promise<Outcome | undefined> {
    setFailed(undefined);
    try {
      const { data } = await importAds({ variables: { productId, csv: text, dryRun } });
      return data?.importAds;
    } catch (error) {
      setFailed(failureText(t, error));
      return undefined;
    }
  }
  async function check(file: Blob): Promise<void> {
    const text = await readText(file);
    setCsv(text);
    setPreview(await send(text, true));
  }
  async function run(): Promise<void> {
    const outcome = await send(csv, false);
    if (!outcome) return;
    if (!outcome.applied) {
      setPreview(outcome);
      return;
    }
    await refetch();
    notify('SUCCESS', t('settings.import.done', { count: outcome.created + outcome.updated }));
    onResult(DONE);
  }

  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      title={t('settings.import.title')}
      mask={{ closable: false }}
      onCancel={() => onResult(CANCELLED)}
      styles={{ container: { display: 'flex', flexDirection: 'column', maxHeight: DIALOG_MAX_HEIGHT }, body: { overflowY: 'auto' } }}
      footer={
        <>
          <Button onClick={() => onResult(CANCELLED)}>{t('common.cancel')}</Button>
          {preview && <Button onClick={() => setPreview(undefined)}>{t('settings.import.again')}</Button>}
          {preview && (
            <Button type="primary" loading={loading} disabled={preview.refused > 0 || changes === 0} onClick={() => void run()}>
              {t('settings.import.run', { count: changes })}
            </Button>
          )}
        </>
      }
    >
      {failed && <Alert type="error" showIcon title={failed} role="alert" style={{ marginBottom: 12, whiteSpace: 'pre-line' }} />}
      {preview ? (
        <ImportPreview outcome={preview} />
      ) : (
        <Spin spinning={loading}>
          <p style={{ marginBottom: 12 }}>{t('settings.import.lead')}</p>
          <ImportTemplate />
          <Upload.Dragger
            accept=".csv,text/csv"
            multiple={false}
            showUploadList={false}
            style={{ margin: '12px 0' }}
            beforeUpload={(file) => {
              void check(file);
              // Nothing is sent by the upload itself.
              return false;
            }}
          >
            <p style={{ fontSize: 28, color: 'var(--ic-primary)' }} aria-hidden="true">
              <InboxOutlined />
            </p>
            <p>{t('settings.import.drop')}</p>
          </Upload.Dragger>
          <p style={{ color: 'var(--ic-text-muted)', fontSize: 12 }}>{t('settings.import.format')}</p>
        </Spin>
      )}
    </Modal>
  );
}
