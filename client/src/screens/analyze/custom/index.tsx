import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useAnalyzeSettingsQuery } from '../../../generated/graphql';
import { Page } from '../../../kit/page';
import { customParameters } from '../../../kit/report/custom/custom-view';
import { withParameters } from '../../../kit/address';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { CustomReport } from './custom-report';

type Item = 1 | 2 | 3;

/** Parameters that don't affect the report. */
const BESIDE: ReadonlySet<string> = new Set(['product_id']);

/** Report of a custom item. Shows the saved item unless the address states a report. */
function CustomItem({ item }: { item: Item }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = useAnalyzeSettingsQuery();
  const setting = data?.analyzeSettings.find((one) => one.item === item);
  const usual = t(`menu.custom_${item}`);
  if (!setting) {
    return (
      <Page title={usual} lead={t('settings.custom.itemLead')}>
        <LoadState error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  const editor = `/ad-analyze-setting?item=${item}`;
  if (setting.origin === 'standard' || setting.columns.length === 0) {
    return (
      <Page title={setting.title || usual} lead={t('settings.custom.itemLead')}>
        <StateNote
          title={t('settings.custom.notSetUp')}
          hint={t('settings.custom.notSetUpHint')}
          action={
            <Link to={editor}>
              <Button type="primary" tabIndex={-1}>
                {t('settings.custom.setUp')}
              </Button>
            </Link>
          }
        />
      </Page>
    );
  }
  if ([...parameters.keys()].every((name) => BESIDE.has(name))) {
    return (
      <Navigate
        replace
        to={`?${withParameters(parameters, Object.fromEntries(customParameters(setting)))}`}
      />
    );
  }
  return (
    <CustomReport
      key={`${item} ${setting.origin} ${setting.version}`}
      setting={setting}
      title={setting.title || usual}
    />
  );
}

export const CustomItem1 = () => <CustomItem item={1} />;
export const CustomItem2 = () => <CustomItem item={2} />;
export const CustomItem3 = () => <CustomItem item={3} />;
