import { useTranslation } from 'react-i18next';
import { enumValues, UnrecordedReason } from '../../../../../shared/catalog';
import { rejectionText } from '../../../../../shared/i18n/rejections';
import {
  RefusedEventsDocument,
  useRefusedEventsQuery,
  type RefusedEventsQuery,
  useLoadRefusedEventsMutation,
  useRefusedEventsLazyQuery,
  type LoadRefusedEventsMutation,
} from '../../../generated/graphql';
import { endpointLabel } from '../../../kit/log/log-paths';
import { logColumns } from '../../../kit/log/log-columns';
import { type LogDefinition, logFilter } from '../../../kit/log/log-definition';
import { LogScreen } from '../../../kit/log/log-screen';
import { logSource, type LogRow, logVariables } from '../../../kit/log/log-source';
import { useRight } from '../../../session/rights';
import { ReloadOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { DIALOG_WIDTH } from '../../../kit/dialog/confirm-dialog';
import { failureToast } from '../../../kit/failure';
import type { Chosen } from '../../../kit/list/list-source';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { CardTable } from '../../../kit/table/card-table';
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
function LoadAgain({ chosen, done }: { chosen: Chosen<string>; done: () => void }) {
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
          <p role="status" className="ic-flex ic-wrap ic-gap-4-12 ic-mb-8 ic-strong">
            {OUTCOMES.map((name) => ({
              name,
              count: loaded.filter(({ outcome }) => outcome === name).length,
            }))
              .filter(({ count }) => count > 0)
              .map(({ name, count }) => (
                <span key={name}>
                  {t('settings.refused.outcomeCount', {
                    outcome: t(`settings.refused.outcome.${name}`),
                    count,
                  })}
                </span>
              ))}
          </p>
          <CardTable<Loaded>
            rowKey="id"
            rows={loaded}
            cardTitle={t('settings.refused.result')}
            columns={[
              { key: 'id', title: 'ID', width: 90, align: 'right', render: ({ id }) => id },
              {
                key: 'outcome',
                title: t('settings.refused.result'),
                width: 200,
                render: ({ outcome }) => (
                  <StatusTag tone={TONES[known(outcome)]}>
                    {t(`settings.refused.outcome.${known(outcome)}`)}
                  </StatusTag>
                ),
              },
              {
                key: 'reason',
                title: t('fields.label.refused_reason'),
                render: ({ outcome, reason }) =>
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

type Row = LogRow<RefusedEventsQuery>;
const column = logColumns<Row>();

const ENDPOINTS = ['redirect', 'collect', 's2s', 'postback'] as const;

function ReasonInWords({ reason }: { reason: string }) {
  return <>{rejectionText(useTranslation().t, reason)}</>;
}

/** Log of events rejected by the tracking endpoints, with the reason in words. */
const rejectedLog: LogDefinition<Row> = {
  name: 'refused',
  entity: 'refused',
  title: (t) => t('settings.refused.title'),
  lead: (t) => t('settings.refused.lead'),
  empty: { title: (t) => t('settings.refused.empty'), hint: (t) => t('settings.refused.emptyHint') },
  columns: [
    column.when('refusedAt'),
    column.endpoint('door'),
    { ...column.text('reason', { width: 320 }), render: ({ reason }) => <ReasonInWords reason={reason} /> },
    column.text('content', { width: 420 }),
    column.text('ipAddress', { width: 150 }),
    column.code('id', { hidden: true }),
  ],
  personal: ['content', 'ipAddress'],
  filters: [
    { name: 'door', words: (t) => ENDPOINTS.map((value) => ({ value, label: endpointLabel(t, value) })) },
    // Reasons of events contain field names and are searched by text.
    {
      name: 'reason',
      words: (t) => enumValues(UnrecordedReason).map((value) => ({ value, label: rejectionText(t, value) })),
    },
    logFilter.part('reasonContains'),
    logFilter.personal(logFilter.part('contentContains')),
    logFilter.address,
  ],
  useRows: logSource(useRefusedEventsQuery, RefusedEventsDocument),
  time: 'refusedAt',
  restPath: '/api/v1/logs/refused_events',
};

const loadable: LogDefinition<Row> = {
  ...rejectedLog,
  bulk: (chosen, done) => <LoadAgain chosen={chosen} done={done} />,
};

/** Rejected events of the product. Users who manage API keys can load them again. */
export function RejectedEvents() {
  const mayLoad = useRight('api_keys') === 'edit';
  return <LogScreen log={mayLoad ? loadable : rejectedLog} />;
}
