import { useTranslation } from 'react-i18next';
import { type ImportAdsMutation, useImportAdsMutation } from '../../../generated/graphql';
import { CsvImportDialog } from '../../../kit/csv-import/csv-import-dialog';
import type { DialogResult } from '../../../kit/dialog/dialog';
import { notify } from '../../../kit/notifier';
import { useRefetchSelections } from '../../../kit/setting/sources';
import { useProductId } from '../../../session/session-context';
import { ImportPreview } from './import-preview';
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { adTableColumns } from '../../../../../shared/settings';
import { openDownload } from '../../../kit/open-download';

const PATH = '/api/v1/ads';

/** Template files: an empty one, and one with the existing ads. */
function ImportTemplate() {
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

type Outcome = ImportAdsMutation['importAds'];

const changesOf = ({ created, updated }: Outcome): number => created + updated;

/** Imports ads from CSV. Shows the differences first and applies them on confirmation. */
export function ImportDialog({ onResult }: { onResult: (result: DialogResult) => void }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [importAds] = useImportAdsMutation();
  const refetch = useRefetchSelections();
  return (
    <CsvImportDialog<Outcome>
      title={t('settings.import.title')}
      intro={
        <>
          <p style={{ marginBottom: 12 }}>{t('settings.import.lead')}</p>
          <ImportTemplate />
        </>
      }
      dropText={t('settings.import.drop')}
      format={t('settings.import.format')}
      send={async (csv, dryRun) =>
        (await importAds({ variables: { productId, csv, dryRun } })).data?.importAds
      }
      preview={(outcome) => <ImportPreview outcome={outcome} />}
      run={(outcome) => ({
        text: t('settings.import.run', { count: changesOf(outcome) }),
        disabled: outcome.refused > 0 || changesOf(outcome) === 0,
      })}
      applied={async (outcome) => {
        if (!outcome.applied) return false;
        await refetch();
        notify('SUCCESS', t('settings.import.done', { count: changesOf(outcome) }));
        return true;
      }}
      onResult={onResult}
    />
  );
}
