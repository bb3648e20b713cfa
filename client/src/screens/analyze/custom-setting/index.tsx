import { Select, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useAnalyzeSettingsQuery } from '../../../generated/graphql';
import { Page } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { useNarrow } from '../../../kit/use-window';
import { CustomItem } from './custom-item';

/** Settings of the three custom analysis items. */
export function CustomSetting() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const { data, error, refetch } = useAnalyzeSettingsQuery({ fetchPolicy: 'network-only' });
  const chosen = Number(parameters.get('item') ?? 1);
  const current = data?.analyzeSettings.find(({ item }) => item === chosen) ?? data?.analyzeSettings[0];
  const narrow = useNarrow();
  const items = (data?.analyzeSettings ?? []).map(({ item, title }) => ({
    value: String(item),
    label: title || t('settings.custom.item', { item }),
  }));
  const choose = (item: string): void =>
    setParameters(
      (before) => new URLSearchParams([...[...before].filter(([name]) => name !== 'item'), ['item', item]]),
    );
  return (
    <Page title={t('settings.custom.title')} lead={t('settings.custom.lead')}>
      {current ? (
        <>
          {/* Tabs that don't fit would hide long names behind a button. */}
          {narrow ? (
            <Select
              aria-label={t('settings.custom.which')}
              value={String(current.item)}
              options={items}
              onChange={choose}
            />
          ) : (
            <Tabs
              activeKey={String(current.item)}
              items={items.map(({ value: key, label }) => ({ key, label }))}
              onChange={choose}
              style={{ marginBottom: -8 }}
            />
          )}
          <CustomItem
            key={`${current.item} ${current.version} ${current.origin}`}
            setting={current}
            onSaved={() => void refetch()}
          />
        </>
      ) : (
        <LoadState error={error} retry={() => void refetch()} />
      )}
    </Page>
  );
}
