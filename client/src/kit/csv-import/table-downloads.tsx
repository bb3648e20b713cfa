import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useProductId } from '../../session/session-context';
import { failureToast } from '../failure';
import { openDownload } from '../open-download';

interface TableDownloadsProps {
  /** REST path of the rows. */
  path: string;
  /** Labels and parameters of the tables. */
  tables: ReadonlyArray<readonly [label: string, query: Readonly<Record<string, string>>]>;
}

/** Buttons that download tables to fill in or to edit. */
export function TableDownloads({ path, tables }: TableDownloadsProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const save = (query: Readonly<Record<string, string>>): Promise<void> =>
    openDownload(path, 'csv', new URLSearchParams({ product_id: String(productId), ...query })).catch(
      failureToast(t, 'ERROR', t('list.exportFailed')),
    );
  return (
    <p className="ic-flex ic-wrap ic-gap-8 ic-mb-12">
      {tables.map(([label, query]) => (
        <Button key={label} icon={<DownloadOutlined />} onClick={() => void save(query)}>
          {label}
        </Button>
      ))}
    </p>
  );
}
