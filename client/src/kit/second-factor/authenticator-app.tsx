import { DownloadOutlined } from '@ant-design/icons';
import { Button, QRCode } from 'antd';
import { useTranslation } from 'react-i18next';
import { CodeLine } from '../copy-button';
import { saveFile } from '../export/save-file';
import { Stack } from '../page';

const FILE_NAME = 'inflow-recovery-codes.txt';

/** Recovery codes, which are shown only once: the dialog closes when the user says that they are saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useTranslation();
  const text = codes.join('\n');
  return (
    <Stack>
      <p>{t('settings.user.factorCodesLead')}</p>
      <CodeLine label={t('settings.user.factorCodes')} text={text} primary />
      <div className="ic-row ic-wrap ic-between ic-gap-8">
        <Button
          icon={<DownloadOutlined />}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), FILE_NAME)}
        >
          {t('settings.user.factorDownload')}
        </Button>
        <Button onClick={onSaved}>{t('settings.user.factorSaved')}</Button>
      </div>
    </Stack>
  );
}

/** QR code of the authenticator app, drawn on the page, with the key as text. */
export function AppCode({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <p>{t('settings.user.factorScan')}</p>
      <div className="ic-center" role="img" aria-label={t('settings.user.factorQr')}>
        <QRCode value={uri} type="svg" size={184} color="#000" bgColor="#fff" />
      </div>
      <CodeLine label={t('settings.user.factorSecret')} text={secret} autoFocus={false} />
      <p>{t('settings.user.factorCode')}</p>
    </Stack>
  );
}
