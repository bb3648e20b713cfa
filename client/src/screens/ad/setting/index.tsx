import { ImportOutlined, DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureToast } from '../../../kit/failure';
import { postingUrls } from '../../../../../shared/domain/delivery';
import {
  type ImportAdsMutation,
  useImportAdsMutation,
  useAdIdsLazyQuery,
  useUpdateAdsMutation,
  type AdBulkInput,
} from '../../../generated/graphql';
import { settings } from '../../../generated/settings';
import { SettingList } from '../../../kit/setting/setting-list';
import { SettingPage } from '../../../kit/setting/setting-page';
import { defineSetting } from '../../../kit/setting/define-setting';
import { useRight } from '../../../session/rights';
import { AdLinks } from './ad-links';
import { adForm } from './form';
import { CsvImportDialog } from '../../../kit/csv-import/csv-import-dialog';
import { type DialogResult, ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { useRefetchSelections } from '../../../kit/setting/sources';
import { useProductId, useSession } from '../../../session/session-context';
import { ImportPreview } from './import-preview';
import { adTableColumns, type RefKind } from '../../../../../shared/settings';
import { openDownload } from '../../../kit/open-download';
import { refChoices } from '../../../kit/form/choices';
import type { Chosen } from '../../../kit/list/list-source';
import { useFieldTexts } from '../../../kit/use-field-texts';

interface Planned {
  input: AdBulkInput;
  what: string;
}

const LABELS = ['adCategoryId', 'adType1Id', 'adType2Id', 'adType3Id'] as const;
const REFERS: Record<(typeof LABELS)[number], RefKind> = {
  adCategoryId: 'adCategory',
  adType1Id: 'adType1',
  adType2Id: 'adType2',
  adType3Id: 'adType3',
};

/** Changes the status, category or types of many ads. Asks for confirmation with the number of ads. */
function BulkActions({ chosen, done }: { chosen: Chosen; done: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const productId = useProductId();
  const texts = useFieldTexts('ad');
  const [planned, setPlanned] = useState<Planned>();
  const [update] = useUpdateAdsMutation();
  const [loadIds] = useAdIdsLazyQuery({ fetchPolicy: 'network-only' });
  const count = chosen.kind === 'ids' ? chosen.ids.length : chosen.count;

  async function idsOf(): Promise<number[]> {
    if (chosen.kind === 'ids') return [...chosen.ids];
    const { data } = await loadIds({
      variables: { productId, keyword: chosen.query.keyword, filter: chosen.query.filter },
    });
    return data?.ads.results.map(({ id }) => id) ?? [];
  }
  async function run({ input }: Planned): Promise<void> {
    const { data } = await update({ variables: { ids: await idsOf(), input } });
    notify('SUCCESS', t('settings.bulk.done', { count: data?.updateAds ?? 0 }));
  }
  const labelItems = (name: (typeof LABELS)[number]) => {
    const field = texts.label(name);
    return [
      ...refChoices(session, REFERS[name]).map(({ value, label }) => ({
        key: `${name}-${value}`,
        label,
        onClick: () =>
          setPlanned({ input: { [name]: value }, what: t('settings.bulk.toLabel', { field, label }) }),
      })),
      { type: 'divider' as const },
      {
        key: `${name}-none`,
        label: t('settings.bulk.clear'),
        onClick: () => setPlanned({ input: { [name]: null }, what: t('settings.bulk.toNone', { field }) }),
      },
    ];
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'valid',
              label: t('settings.bulk.valid'),
              onClick: () => setPlanned({ input: { status: true }, what: t('settings.bulk.toValid') }),
            },
            {
              key: 'invalid',
              label: t('settings.bulk.invalid'),
              onClick: () => setPlanned({ input: { status: false }, what: t('settings.bulk.toInvalid') }),
            },
          ],
        }}
      >
        <Button size="small">
          {t('settings.bulk.status')} <DownOutlined />
        </Button>
      </Dropdown>
      <Dropdown
        trigger={['click']}
        menu={{
          items: LABELS.map((name) => ({ key: name, label: texts.label(name), children: labelItems(name) })),
          style: { maxHeight: '60vh', overflowY: 'auto' },
        }}
      >
        <Button size="small">
          {t('settings.bulk.category')} <DownOutlined />
        </Button>
      </Dropdown>
      {planned && (
        <ConfirmDialog
          title={t('settings.bulk.askTitle')}
          okText={t('settings.bulk.run')}
          run={() => run(planned)}
          onResult={({ reload }) => {
            setPlanned(undefined);
            if (reload) done();
          }}
        >
          <p>{t('settings.bulk.ask', { count, what: planned.what })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

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
    await openDownload(PATH, 'csv', query).catch(failureToast(t, 'ERROR', t('list.exportFailed')));
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
function ImportDialog({ onResult }: { onResult: (result: DialogResult) => void }) {
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
      send={async (csv, dryRun, sheet) =>
        (await importAds({ variables: { productId, csv, sheet, dryRun } })).data?.importAds
      }
      preview={(outcome) => <ImportPreview outcome={outcome} />}
      run={(outcome) => ({
        text: t('settings.import.run', { count: changesOf(outcome) }),
        disabled: changesOf(outcome) === 0,
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

const adSetting = defineSetting(settings.ad, {
  key: 'ad_setting',
  opens: 'page',
  hasStatus: true,
  form: adForm,
  columns: (column) => [
    column.id({ hidden: true }),
    column.name('adName'),
    column.status('status'),
    column.label('asp'),
    column.label('adCategory'),
    column.label('agency'),
    column.label('adType1', { hidden: true }),
    column.label('adType2', { hidden: true }),
    column.label('adType3', { hidden: true }),
    column.yen('clickCost'),
    column.yen('cvCost'),
    column.day('periodFrom'),
    column.day('periodTo'),
    column.copy('submittionUrl', { hidden: true, of: postingUrls }),
    column.text('adPostUrl', { hidden: true }),
    column.time('updatedAt'),
  ],
  filters: [
    { name: 'status', enumeration: 'Status' },
    { name: 'aspId', refers: 'asp' },
    { name: 'agencyId', refers: 'agency' },
    { name: 'adCategoryId', refers: 'adCategory' },
    { name: 'adType1Id', refers: 'adType1' },
    { name: 'adType2Id', refers: 'adType2' },
    { name: 'adType3Id', refers: 'adType3' },
  ],
  nextStep: (one) => <AdLinks one={one} />,
  bulk: (chosen, done) => <BulkActions chosen={chosen} done={done} />,
});

/** Ad settings: status, costs, measurement and postbacks. */
export function List() {
  const { t } = useTranslation();
  const mayEdit = useRight('ads') === 'edit';
  const [importing, setImporting] = useState(false);
  const [imported, setImported] = useState(0);
  return (
    <>
      <SettingList
        // An import may change any row, so the list is reset.
        key={imported}
        setting={adSetting}
        actions={
          mayEdit && (
            <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
              {t('settings.import.open')}
            </Button>
          )
        }
      />
      {importing && (
        <ImportDialog
          onResult={({ reload }) => {
            setImporting(false);
            if (reload) setImported((count) => count + 1);
          }}
        />
      )}
    </>
  );
}

export const Detail = () => <SettingPage setting={adSetting} />;
