import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefKind } from '../../../../../shared/settings';
import { useAdIdsLazyQuery, useUpdateAdsMutation, type AdBulkInput } from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { refChoices } from '../../../kit/form/choices';
import type { Chosen } from '../../../kit/list/types';
import { notify } from '../../../kit/notifier';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useProductId, useSession } from '../../../session/session-context';

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
export function BulkActions({ chosen, done }: { chosen: Chosen; done: () => void }) {
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
