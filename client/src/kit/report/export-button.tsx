import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveExport } from '../export/save-export';
import { notify } from '../notifier';

export interface ExportButtonProps {
  path: string;
  /** Makes the query at the moment of the click. */
  query: () => URLSearchParams;
  /** What the file is called while it is under way. */
  name: string;
  /** Rows that it will have, where that is known. */
  total: number | undefined;
  disabled: boolean;
  /** Its icon alone, where there is no room for its name. */
  bare?: boolean;
}

const DONE = {
  csv: ['report.csvDone', 'report.csvFailed'],
  xlsx: ['report.excelDone', 'report.excelFailed'],
} as const;

/** Writes what is shown, all rows of it, into a file beside what goes on here: how far it came is seen, and it can be cancelled. */
export function ExportButton({ path, query, name, total, disabled, bare = false }: ExportButtonProps) {
  const { t } = useTranslation();
  async function save(kind: 'csv' | 'xlsx'): Promise<void> {
    const [done, failed] = DONE[kind];
    try {
      const kept = await saveExport({ path, kind, query: query(), name, total });
      notify(kept ? 'SUCCESS' : 'INFO', t(kept ? done : 'report.exportCancelled'));
    } catch {
      notify('ERROR', t(failed));
    }
  }
  return (
    <Space.Compact>
      <Tooltip title={t('report.csvHint')} placement="bottomRight">
        <Button
          icon={<DownloadOutlined />}
          aria-label={t('report.csv')}
          disabled={disabled}
          onClick={() => void save('csv')}
        >
          {!bare && t('report.csv')}
        </Button>
      </Tooltip>
      <Dropdown
        trigger={['click']}
        disabled={disabled}
        menu={{ items: [{ key: 'xlsx', label: 'Excel (.xlsx)', onClick: () => void save('xlsx') }] }}
      >
        <Button
          icon={<DownOutlined />}
          aria-label={t('report.exportFormats')}
          title={t('report.exportFormats')}
        />
      </Dropdown>
    </Space.Compact>
  );
}
