import { useTranslation } from 'react-i18next';
import { enumValues, UnrecordedReason } from '../../../../../shared/catalog';
import { rejectionText } from '../../../../../shared/i18n/rejections';
import {
  RefusedEventsDocument,
  useRefusedEventsQuery,
  type RefusedEventsQuery,
} from '../../../generated/graphql';
import { endpointLabel } from '../../../kit/log/endpoint-label';
import { logColumns } from '../../../kit/log/log-columns';
import type { LogDefinition } from '../../../kit/log/log-definition';
import { logFilter } from '../../../kit/log/log-filters';
import { LogScreen } from '../../../kit/log/log-screen';
import { logSource, type LogRow } from '../../../kit/log/log-source';
import { useRight } from '../../../session/use-right';
import { LoadAgain } from './load-again';

type Row = LogRow<RefusedEventsQuery>;
const column = logColumns<Row>();

const ENDPOINTS = ['redirect', 'collect', 's2s'] as const;

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
