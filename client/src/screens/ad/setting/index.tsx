import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { postingUrls } from '../../../../../shared/domain/delivery';
import { settings } from '../../../generated/settings';
import { SettingList } from '../../../kit/setting/setting-list';
import { SettingPage } from '../../../kit/setting/setting-page';
import { defineSetting } from '../../../kit/setting/define-setting';
import { useRight } from '../../../session/use-right';
import { AdLinks } from './ad-links';
import { BulkActions } from './bulk-actions';
import { adForm } from './form';
import { ImportDialog } from './import-dialog';

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
