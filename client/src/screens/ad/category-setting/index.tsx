import { Tabs } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '../../../kit/page';
import { SettingList } from '../../../kit/setting/setting-list';
import { SettingPage } from '../../../kit/setting/setting-page';
import { categories } from './categories';
import { typesOf, type Sequence } from './types';

const SEQUENCES: readonly Sequence[] = [1, 2, 3];
const CATEGORY = 'category';

/** Ad categories and the three kinds of ad types, one per tab. The address holds the selected tab. */
export function CategorySetting() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const types = useMemo(() => SEQUENCES.map((sequence) => ({ sequence, resource: typesOf(sequence) })), []);
  const tab = parameters.get('tab') ?? CATEGORY;
  const active = types.find(({ sequence }) => tab === `type${sequence}`);
  return (
    <Page title={t('settings.resource.ad_category.title')} lead={t('settings.resource.ad_category.lead')}>
      <Tabs
        activeKey={active ? tab : CATEGORY}
        // Each tab has its own list, so search, order and page are reset.
        onChange={(key) =>
          setParameters((before) => {
            const product = before.get('product_id');
            return { ...(product ? { product_id: product } : {}), ...(key === CATEGORY ? {} : { tab: key }) };
          })
        }
        items={[
          { key: CATEGORY, label: t('settings.categories.category') },
          ...SEQUENCES.map((sequence) => ({
            key: `type${sequence}`,
            label: t('settings.categories.type', { sequence }),
          })),
        ]}
        style={{ marginBottom: -16 }}
      />
      {active ? (
        <SettingList key={tab} setting={active.resource} bare />
      ) : (
        <SettingList key={CATEGORY} setting={categories} bare />
      )}
    </Page>
  );
}

/** Detail page of a category. */
export const CategorySettingDetail = () => <SettingPage setting={categories} />;
