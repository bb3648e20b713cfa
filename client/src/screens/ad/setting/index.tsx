import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { postingUrls } from '../../../../../shared/domain/delivery';
import {
  useAdIdsLazyQuery,
  useImportAdsMutation,
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
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { useProductId, useSession } from '../../../session/session-context';
import { SettingImport, type ImportedSetting } from '../../../kit/csv-import/setting-import-dialog';
import type { RefKind } from '../../../../../shared/settings';
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
  const texts = useFieldTexts('ad');
  const mayEdit = useRight('ads') === 'edit';
  const [imported, setImported] = useState(0);
  const [importAds] = useImportAdsMutation();
  const importedAds: ImportedSetting = {
    entity: 'ad',
    path: '/api/v1/ads',
    naming: texts.label('adName'),
    texts: {
      title: t('settings.import.title'),
      current: t('settings.import.current'),
      format: t('settings.import.format'),
      nothing: t('settings.import.nothing'),
      file: t('settings.import.refusedFile'),
    },
    send: async (variables) => (await importAds({ variables })).data?.importAds,
  };
  return (
    <SettingList
      // An import may change any row, so the list is reset.
      key={imported}
      setting={adSetting}
      actions={
        mayEdit && <SettingImport setting={importedAds} imported={() => setImported((count) => count + 1)} />
      }
    />
  );
}

export const Detail = () => <SettingPage setting={adSetting} />;
