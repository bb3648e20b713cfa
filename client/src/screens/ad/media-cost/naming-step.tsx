import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { nameText, type MediaAdName } from '../../../../../shared/catalog/media';
import { useCreateAdMutation } from '../../../generated/graphql';
import { failureToast } from '../../../kit/failure';
import { useRefetchSelections } from '../../../kit/setting/sources';
import { CardTable } from '../../../kit/table/card-table';
import { metricText } from '../../../kit/table/number-cell';
import { useProductId } from '../../../session/session-context';
import type { Imported } from './import-dialog';
import { NameSelect } from './name-select';

type Name = Imported['names'][number];

/** The ad chosen for a name; null: left out. */
export interface ChosenName extends MediaAdName {
  readonly adId: number | null;
}

interface NamingStepProps {
  names: readonly Name[];
  /** The choices of this dialog. */
  chosen: readonly ChosenName[];
  onChoose: (name: ChosenName) => void;
}

/** Selects the ad of each unknown name in a file. */
export function NamingStep({ names, chosen, onChoose }: NamingStepProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [createAd] = useCreateAdMutation();
  const refetch = useRefetchSelections();
  const ofDialog = new Set(chosen.map(nameText));
  const asked = names.filter((name) => !name.decided || ofDialog.has(nameText(name)));
  const open = asked.filter(({ decided }) => !decided).length;
  if (asked.length === 0) return null;
  const choose = ({ campaign, adSet, ad }: Name, adId: number | null): void =>
    onChoose({ campaign, adSet, ad, adId });
  const make = async (name: Name): Promise<void> => {
    const input = { productId, adName: nameText(name).slice(0, 255) };
    const { data } = await createAd({ variables: { input } });
    await refetch();
    if (data) choose(name, data.createAd.id);
  };
  return (
    <section className="ic-mb-16">
      <h3 className="ic-strong ic-mb-8">{t('mediaCosts.names.title')}</h3>
      <Alert
        type={open > 0 ? 'warning' : 'success'}
        showIcon
        style={{ marginBottom: 8 }}
        title={t(open > 0 ? 'mediaCosts.names.lead' : 'mediaCosts.names.done', { count: open })}
      />
      <CardTable<Name>
        rows={asked}
        rowKey={nameText}
        cardTitle={t('mediaCosts.names.name')}
        pagination={{ pageSize: 20 }}
        columns={[
          {
            key: 'name',
            title: t('mediaCosts.names.name'),
            render: (name) => (
              <>
                {nameText(name)}
                <div className="ic-hint">{t('mediaCosts.names.lines', { count: name.lines })}</div>
              </>
            ),
          },
          {
            key: 'cost',
            title: t('mediaCosts.field.cost'),
            width: 110,
            align: 'right',
            // A cost in another currency is unknown until the rate is given.
            render: ({ cost }) => metricText(cost, { unit: 'yen' }),
          },
          {
            key: 'ad',
            title: t('mediaCosts.names.ad'),
            width: 300,
            render: (name) => (
              <NameSelect
                name={name}
                isOpen={!name.decided}
                suggestions={name.suggestions}
                onChoose={(adId) => choose(name, adId)}
                onMake={() => void make(name).catch(failureToast(t))}
              />
            ),
          },
        ]}
      />
    </section>
  );
}
