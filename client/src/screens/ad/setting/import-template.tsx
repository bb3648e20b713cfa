import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { adTableColumns } from '../../../../../shared/settings';
import { openDownload } from '../../../kit/open-download';
import { notify } from '../../../kit/notifier';
import { useProductId } from '../../../session/session-context';

const PATH = '/api/v1/ads';

/** Template files: an empty one, and one with the existing ads. */
export function ImportTemplate() {
  const { t } = useTranslation();
  const productId = useProductId();
  const save = async (layout: 'template' | 'data'): Promise<void> => {
    const query = new URLSearchParams({
      product_id: String(productId),
      columns: adTableColumns.join(','),
      layout,
    });
    await openDownload(PATH, 'csv', query).catch(() => notify('ERROR', t('list.exportFailed')));
  };
  return (
    <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Button icon={<DownloadOutlined />} onClick={() => void save('template')}>
        {t('settings.import.template')}
      </Button>
      <Button icon={<DownloadOutlined />} onClick={() => void save('data')}>
        {t('settings.import.current')}
      </Button>
    </p>
  );
}
