import { useTranslation } from 'react-i18next';
import { nameText } from '../../../../../shared/catalog/media';
import {
  useDeleteMediaNameMutation,
  useMediaNamesQuery,
  useUpdateMediaNameMutation,
  type MediaNamesQuery,
} from '../../../generated/graphql';
import { failureToast } from '../../../kit/failure';
import { Panel } from '../../../kit/page';
import { CardTable } from '../../../kit/table/card-table';
import { useProductId } from '../../../session/session-context';
import { NameSelect } from './name-select';

type Name = MediaNamesQuery['mediaNames'][number];

/** Ads of the names in media's files, as chosen in imports. */
export function NamesPanel({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, refetch } = useMediaNamesQuery({
    variables: { productId },
    fetchPolicy: 'cache-and-network',
  });
  const [update] = useUpdateMediaNameMutation();
  const [remove] = useDeleteMediaNameMutation();
  const names = data?.mediaNames ?? [];
  if (names.length === 0) return null;
  const run = (change: Promise<unknown>): void => void change.then(() => refetch()).catch(failureToast(t));
  return (
    <Panel title={t('mediaCosts.names.panel')} lead={t('mediaCosts.names.panelLead')}>
      <CardTable<Name>
        rows={names}
        rowKey="id"
        cardTitle={t('mediaCosts.names.name')}
        tableLayout="fixed"
        pagination={{ pageSize: 20 }}
        columns={[
          {
            key: 'source',
            title: t('mediaCosts.source'),
            width: 160,
            render: ({ sourceName }) => sourceName,
          },
          { key: 'name', title: t('mediaCosts.names.name'), render: nameText },
          {
            key: 'ad',
            title: t('mediaCosts.names.ad'),
            width: 320,
            render: (name) =>
              mayEdit ? (
                <NameSelect
                  name={name}
                  onChoose={(adId) => run(update({ variables: { id: name.id, adId } }))}
                />
              ) : (
                (name.adName ?? t('mediaCosts.names.leaveOut'))
              ),
          },
        ]}
        remove={
          mayEdit && {
            label: (name) => t('mediaCosts.names.delete', { name: nameText(name) }),
            run: ({ id }) => run(remove({ variables: { id } })),
          }
        }
      />
    </Panel>
  );
}
