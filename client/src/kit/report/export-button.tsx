import { DownloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../notifier';
import { openDownload } from '../open-download';

export interface ExportButtonProps {
  path: string;
  /** Makes the query at the moment of the click. */
  query: () => URLSearchParams;
  disabled: boolean;
  /** Its icon alone, where there is no room for its name. */
  bare?: boolean;
}

/** Downloads what is shown, all rows of it. */
export function ExportButton({ path, query, disabled, bare = false }: ExportButtonProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await openDownload(path, 'csv', query());
      notify('SUCCESS', t('report.csvDone'));
    } catch {
      notify('ERROR', t('report.csvFailed'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Tooltip title={t('report.csvHint')} placement="bottomRight">
      <Button icon={<DownloadOutlined />} aria-label={t('report.csv')} loading={busy} disabled={disabled} onClick={() => void save()}>
        {!bare && t('report.csv')}
      </Button>
    </Tooltip>
  );
}
