import { ReloadOutlined } from '@ant-design/icons';
import { Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rejectionText } from '../../../../../shared/i18n/rejections';
import {
  useLoadRefusedEventsMutation,
  useRefusedEventsLazyQuery,
  type LoadRefusedEventsMutation,
} from '../../../generated/graphql';
import { DIALOG_WIDTH } from '../../../kit/dialog/dialog';
import { failureToast } from '../../../kit/failure-handlers';
import type { Chosen } from '../../../kit/list/types';
import { logVariables } from '../../../kit/log/log-source';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { useProductId } from '../../../session/session-context';

type Loaded = LoadRefusedEventsMutation['loadRefusedEvents'][number];

/** Maximum number of events per request to the server. */
const MAX_EVENTS = 500;
const OUTCOMES = ['accepted', 'duplicate', 'rejected', 'gone', 'not_loadable'] as const;
const TONES: Readonly<Record<(typeof OUTCOMES)[number], Tone>> = {
  accepted: 'good',
  duplicate: 'good',
  rejected: 'bad',
  gone: 'muted',
  not_loadable: 'muted',
};

/** Loads the selected events again and shows the outcome of each. */
export function LoadAgain({ chosen, done }: { chosen: Chosen<string>; done: () => void }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [load] = useLoadRefusedEventsMutation();
  const [find] = useRefusedEventsLazyQuery({ fetchPolicy: 'network-only' });
  const [busy, setBusy] = useState(false);
  const [loaded, setLoaded] = useState<readonly Loaded[]>();

  async function idsOf(): Promise<string[]> {
    if (chosen.kind === 'ids') return [...chosen.ids];
    const all = {
      page: 1,
      pageSize: 9999,
      sortName: undefined,
      sortAsc: undefined,
      place: undefined,
      live: false,
    } as const;
    const { data } = await find({ variables: logVariables({ ...all, ...chosen.query }, productId) });
    return data?.refusedEvents.results.map(({ id }) => id) ?? [];
  }
  async function run(): Promise<void> {
    setBusy(true);
    try {
      const ids = await idsOf();
      const outcomes: Loaded[] = [];
      for (let from = 0; from < ids.length; from += MAX_EVENTS) {
        const { data } = await load({ variables: { productId, ids: ids.slice(from, from + MAX_EVENTS) } });
        outcomes.push(...(data?.loadRefusedEvents ?? []));
      }
      setLoaded(outcomes);
    } catch (error) {
      failureToast(t)(error);
    } finally {
      setBusy(false);
    }
  }
  const known = (outcome: string) => OUTCOMES.find((one) => one === outcome) ?? 'gone';
  return (
    <>
      <Button size="small" icon={<ReloadOutlined />} loading={busy} onClick={() => void run()}>
        {t('settings.refused.loadAgain')}
      </Button>
      {loaded && (
        <Modal
          open
          centered
          width={DIALOG_WIDTH}
          title={t('settings.refused.loaded')}
          footer={
            <Button type="primary" onClick={done}>
              {t('common.close')}
            </Button>
          }
          onCancel={done}
        >
          <p
            role="status"
            style={{ display: 'flex', flexWrap: 'wrap', gap: 16, marginBottom: 8, fontWeight: 600 }}
          >
            {OUTCOMES.map((outcome) => ({
              outcome,
              count: loaded.filter((one) => one.outcome === outcome).length,
            }))
              .filter(({ count }) => count > 0)
              .map(({ outcome, count }) => (
                <span key={outcome}>
                  {t('settings.refused.outcomeCount', {
                    outcome: t(`settings.refused.outcome.${outcome}`),
                    count,
                  })}
                </span>
              ))}
          </p>
          <Table<Loaded>
            size="small"
            rowKey="id"
            dataSource={[...loaded]}
            pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              { key: 'id', title: 'ID', width: 90, align: 'right', render: (_, { id }) => id },
              {
                key: 'outcome',
                title: t('settings.refused.result'),
                width: 200,
                render: (_, { outcome }) => (
                  <StatusTag tone={TONES[known(outcome)]}>
                    {t(`settings.refused.outcome.${known(outcome)}`)}
                  </StatusTag>
                ),
              },
              {
                key: 'reason',
                title: t('fields.label.refused_reason'),
                render: (_, { outcome, reason }) =>
                  outcome === 'not_loadable'
                    ? t('settings.refused.notLoadable')
                    : reason && rejectionText(t, reason),
              },
            ]}
          />
        </Modal>
      )}
    </>
  );
}
