import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveExport } from '../export/save-export';
import { notify } from '../notifier';

export interface ExportButtonProps {
  path: string;
  /** Returns the query at the moment of the click. */
  query: () => URLSearchParams;
  /** Name of the export while it runs. */
  name: string;
  /** Number of rows in the file, if known. */
  total: number | undefined;
  disabled: boolean;
  /** Shows only the icon, to save space. */
  bare?: boolean;
}

const DONE = {
  csv: ['report.csvDone', 'report.csvFailed'],
  xlsx: ['report.excelDone', 'report.excelFailed'],
} as const;

/** Exports all rows of the report to a file in the background, with progress and a cancel button. */
export function ExportButton({ path, query, name, total, disabled, bare = false }: ExportButtonProps) {
  const { t } = useTranslation();
  async function save(kind: 'csv' | 'xlsx'): Promise<void> {
    const [done, failed] = DONE[kind];
    try {
      const saved = await saveExport({ path, kind, query: query(), name, total });
      notify(saved ? 'SUCCESS' : 'INFO', t(saved ? done : 'report.exportCancelled'));
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
