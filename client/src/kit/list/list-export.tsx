import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureToast } from '../failure';
import { currentLanguage } from '../../i18n/i18n';
import { saveExport } from '../export/save-export';
import { notify } from '../notifier';
import { dayText } from '../tokyo-date';
import type { ListColumn, ListQuery } from './list-source';

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the query of the REST download for a list: same conditions, order and columns, but every row. */
export function listDownloadQuery(
  listQuery: Pick<ListQuery, 'keyword' | 'sortName' | 'sortAsc' | 'filter'> &
    Partial<Pick<ListQuery, 'period'>>,
  columns: readonly Pick<ListColumn<never>, 'key'>[],
  productId: number | undefined,
): URLSearchParams {
  const parameters = new URLSearchParams();
  if (productId !== undefined) parameters.set('product_id', String(productId));
  if (listQuery.keyword) parameters.set('keyword', listQuery.keyword);
  if (listQuery.sortName) {
    parameters.set('sortName', snake(listQuery.sortName));
    parameters.set('sortAsc', String(listQuery.sortAsc ?? true));
  }
  if (listQuery.period) {
    parameters.set('time_from', dayText(listQuery.period.from));
    parameters.set('time_to', dayText(listQuery.period.to));
  }
  for (const [name, values] of Object.entries(listQuery.filter ?? {}))
    for (const value of values) parameters.append(snake(name), String(value));
  parameters.set('columns', columns.map(({ key }) => snake(key)).join(','));
  parameters.set('layout', 'document');
  parameters.set('locale', currentLanguage());
  return parameters;
}

interface ListExportProps {
  path: string;
  query: () => URLSearchParams;
  /** Name of the export while it runs. */
  name: string;
  /** Number of rows in the list, if the count is exact. */
  total: number | undefined;
  disabled: boolean;
}

/** Downloads all rows of a list as CSV or Excel. Exports run in the background and can be cancelled. */
export function ListExport({ path, query, name, total, disabled }: ListExportProps) {
  const { t } = useTranslation();
  async function save(kind: 'csv' | 'xlsx'): Promise<void> {
    try {
      const saved = await saveExport({ path, kind, query: query(), name, total });
      notify(saved ? 'SUCCESS' : 'INFO', t(saved ? 'list.exported' : 'list.exportCancelled'));
    } catch (error) {
      failureToast(t, 'ERROR', t('list.exportFailed'))(error);
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled}
      menu={{
        items: [
          { key: 'csv', label: 'CSV', onClick: () => void save('csv') },
          { key: 'xlsx', label: 'Excel (.xlsx)', onClick: () => void save('xlsx') },
          { type: 'divider' },
          {
            key: 'hint',
            disabled: true,
            // Disabled, but its text must stay readable.
            label: <small className="ic-muted">{t('report.csvHint')}</small>,
          },
        ],
      }}
    >
      <Button icon={<DownloadOutlined />}>{t('list.export')}</Button>
    </Dropdown>
  );
}
