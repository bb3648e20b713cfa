import { Alert, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCreateAdMutation } from '../../../generated/graphql';
import { AdSelect } from '../../../kit/ad-select';
import { failureText } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { useRefetchSelections } from '../../../kit/setting/sources';
import { metricText } from '../../../kit/table/number-cell';
import { useNarrow } from '../../../kit/use-window';
import { useProductId } from '../../../session/session-context';
import type { Imported } from './import-dialog';

type Name = Imported['names'][number];
type NameTexts = Pick<Name, 'campaign' | 'adSet' | 'ad'>;

/** The ad chosen for a name; null: left out. */
export interface ChosenName extends NameTexts {
  readonly adId: number | null;
}

/** Choices that are no ads. */
const LEAVE_OUT = 0;
const MAKE = -1;

/** Joins the names of an ad, from the widest to its own. */
export const nameText = ({ campaign, adSet, ad }: NameTexts): string =>
  [campaign, adSet, ad].filter((name) => name !== '').join(' / ');

interface NamingStepProps {
  names: readonly Name[];
  /** The choices of this dialog, by name. */
  chosen: ReadonlyMap<string, ChosenName>;
  onChoose: (name: ChosenName) => void;
}

/** Selects the ad of each unknown name in a file: a similar one, any other, none, or a new one. */
export function NamingStep({ names, chosen, onChoose }: NamingStepProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const narrow = useNarrow();
  const [createAd] = useCreateAdMutation();
  const refetch = useRefetchSelections();
  const asked = names.filter((name) => !name.decided || chosen.has(nameText(name)));
  const open = asked.filter(({ decided }) => !decided).length;
  if (asked.length === 0) return null;

  const choose = async (name: Name, value: number): Promise<void> => {
    const { campaign, adSet, ad } = name;
    try {
      const adId =
        value === MAKE
          ? (await createAd({ variables: { input: { productId, adName: nameText(name).slice(0, 255) } } }))
              .data?.createAd.id
          : value;
      if (value === MAKE) await refetch();
      if (adId !== undefined) onChoose({ campaign, adSet, ad, adId: adId === LEAVE_OUT ? null : adId });
    } catch (error) {
      notify('ERROR', failureText(t, error));
    }
  };
  const select = (name: Name) => (
    <AdSelect
      kind="ad"
      style={{ width: '100%' }}
      popupMatchSelectWidth={narrow || 420}
      aria-label={t('mediaCosts.names.choose', { name: nameText(name) })}
      placeholder={t('mediaCosts.names.open')}
      status={name.decided ? '' : 'warning'}
      value={name.decided ? (name.adId ?? LEAVE_OUT) : undefined}
      first={[
        ...name.suggestions.map(({ adId, adName }) => ({
          value: adId,
          label: t('mediaCosts.names.similar', { name: adName }),
        })),
        ...(name.adId == null ? [] : [{ value: name.adId, label: name.adName ?? '' }]),
        { value: MAKE, label: t('mediaCosts.names.make') },
        { value: LEAVE_OUT, label: t('mediaCosts.names.leaveOut') },
      ]}
      onChange={(value) => void (value !== undefined && choose(name, value))}
    />
  );
  // A cost in another currency is unknown until the rate is given.
  const cost = (name: Name) => metricText(name.cost, { unit: 'yen' });
  return (
    <section className="ic-mb-16">
      <h3 className="ic-strong ic-mb-8">{t('mediaCosts.names.title')}</h3>
      <Alert
        type={open > 0 ? 'warning' : 'success'}
        showIcon
        style={{ marginBottom: 8 }}
        title={t(open > 0 ? 'mediaCosts.names.lead' : 'mediaCosts.names.done', { count: open })}
      />
      <Table<Name>
        size="small"
        rowKey={nameText}
        dataSource={asked}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={
          narrow
            ? [
                {
                  key: 'all',
                  title: t('mediaCosts.names.name'),
                  render: (_, name) => (
                    <div className="ic-grid ic-gap-8 ic-break">
                      <div className="ic-flex ic-between ic-gap-8">
                        <span>{nameText(name)}</span>
                        <span className="ic-nowrap ic-figures">{cost(name)}</span>
                      </div>
                      {select(name)}
                    </div>
                  ),
                },
              ]
            : [
                {
                  key: 'name',
                  title: t('mediaCosts.names.name'),
                  render: (_, name) => (
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
                  render: (_, name) => cost(name),
                },
                { key: 'ad', title: t('mediaCosts.names.ad'), width: 300, render: (_, name) => select(name) },
              ]
        }
      />
    </section>
  );
}
