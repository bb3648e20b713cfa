import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useAnalyzeSettingsQuery } from '../../../generated/graphql';
import { Page } from '../../../kit/page';
import { LoadState } from '../../../kit/resource/load-state';
import { CustomItem } from './custom-item';

/** What the three custom analysis items show. */
export function CustomSetting() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const { data, error, refetch } = useAnalyzeSettingsQuery({ fetchPolicy: 'network-only' });
  const chosen = Number(parameters.get('item') ?? 1);
  const current = data?.analyzeSettings.find(({ item }) => item === chosen) ?? data?.analyzeSettings[0];
  return (
    <Page title={t('settings.custom.title')} lead={t('settings.custom.lead')}>
      {current ? (
        <>
          <Tabs
            activeKey={String(current.item)}
            onChange={(item) => setParameters((before) => new URLSearchParams([...[...before].filter(([name]) => name !== 'item'), ['item', item]]))}
            items={(data?.analyzeSettings ?? []).map(({ item, title }) => ({
              key: String(item),
              label: title || t('settings.custom.item', { item }),
            }))}
            style={{ marginBottom: -8 }}
          />
          <CustomItem key={`${current.item} ${current.version} ${current.origin}`} setting={current} onSaved={() => void refetch()} />
        </>
      ) : (
        <LoadState error={error} retry={() => void refetch()} />
      )}
    </Page>
  );
}
