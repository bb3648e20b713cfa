import { DeleteOutlined } from '@ant-design/icons';
import { Button, Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  useDeleteMediaNameMutation,
  useMediaNamesQuery,
  useUpdateMediaNameMutation,
  type MediaNamesQuery,
} from '../../../generated/graphql';
import { AdSelect } from '../../../kit/ad-select';
import { failureText } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { Panel } from '../../../kit/page';
import { useNarrow } from '../../../kit/use-window';
import { useProductId } from '../../../session/session-context';
import { nameText } from './naming-step';

type Name = MediaNamesQuery['mediaNames'][number];

const LEAVE_OUT = 0;

/** Ads of the names in media's files, as chosen in imports. */
export function NamesPanel({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, refetch } = useMediaNamesQuery({
    variables: { productId },
    fetchPolicy: 'cache-and-network',
  });
  const narrow = useNarrow();
  const [update] = useUpdateMediaNameMutation();
  const [remove] = useDeleteMediaNameMutation();
  const names = data?.mediaNames ?? [];
  if (names.length === 0) return null;
  const run = async (change: Promise<unknown>): Promise<void> => {
    try {
      await change;
      await refetch();
    } catch (error) {
      notify('ERROR', failureText(t, error));
    }
  };
  const adOf = ({ adId, adName }: Name): string =>
    adId == null ? t('mediaCosts.names.leaveOut') : (adName ?? '');
  const choice = (one: Name) =>
    mayEdit ? (
      <AdSelect
        kind="ad"
        style={{ width: '100%' }}
        aria-label={t('mediaCosts.names.choose', { name: nameText(one) })}
        value={one.adId ?? LEAVE_OUT}
        first={[
          { value: LEAVE_OUT, label: t('mediaCosts.names.leaveOut') },
          ...(one.adId == null ? [] : [{ value: one.adId, label: adOf(one) }]),
        ]}
        onChange={(adId) => void run(update({ variables: { id: one.id, adId: adId || null } }))}
      />
    ) : (
      adOf(one)
    );
  const wide: TableColumnType<Name>[] = [
    { key: 'source', title: t('mediaCosts.source'), width: 160, render: (_, one) => one.sourceName },
    { key: 'name', title: t('mediaCosts.names.name'), render: (_, one) => nameText(one) },
    { key: 'ad', title: t('mediaCosts.names.ad'), width: 320, render: (_, one) => choice(one) },
  ];
  const card: TableColumnType<Name> = {
    key: 'card',
    title: t('mediaCosts.names.name'),
    render: (_, one) => (
      <div className="ic-grid ic-gap-4 ic-break">
        {nameText(one)}
        <span className="ic-hint">{one.sourceName}</span>
        {choice(one)}
      </div>
    ),
  };
  return (
    <Panel title={t('mediaCosts.names.panel')} lead={t('mediaCosts.names.panelLead')}>
      <Table<Name>
        size="small"
        rowKey="id"
        tableLayout="fixed"
        dataSource={[...names]}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          ...(narrow ? [card] : wide),
          ...(mayEdit
            ? [
                {
                  key: 'delete',
                  width: 56,
                  render: (_: unknown, one: Name) => (
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={t('mediaCosts.names.delete', { name: nameText(one) })}
                      onClick={() => void run(remove({ variables: { id: one.id } }))}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
