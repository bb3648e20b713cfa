import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import {
  useInteractionQuery,
  useReferenceQuery,
  ReferencesDocument,
  useReferencesQuery,
  type ReferencesQuery,
} from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource, type LogDefinition, logFilter } from '../../../kit/log/log-definition';
import { LogList, LogScreen } from '../../../kit/log/log-screen';
import { interactionLog } from './interaction-log';
import { logColumns } from '../../../kit/log/log-columns';
import { logPaths } from '../../../kit/log/log-paths';
import { logSource, type LogRow } from '../../../kit/log/log-source';

type Row = LogRow<ReferencesQuery>;
const column = logColumns<Row>();

/** Log of journeys. A journey is identified by its first contact. */
const referenceLog: LogDefinition<Row> = {
  name: 'log_reference',
  title: (t) => t('logs.reference.title'),
  lead: (t) => t('logs.reference.lead'),
  empty: { title: (t) => t('logs.reference.empty'), hint: (t) => t('logs.reference.emptyHint') },
  columns: [
    column.when('firstReferenceTime'),
    column.ad('ad'),
    column.link('visitorId', logPaths.visitor),
    column.device('device'),
    column.yen('clickCost'),
    column.text('lpoTitle', { width: 160 }),
    column.text('mediaSessionId'),
    column.link('interactionId', logPaths.interaction),
    column.redirect('redirectId', { hidden: true }),
    column.number('trackingTerm', { hidden: true }),
    column.code('id', { hidden: true }),
  ],
  applied: ['clickCost', 'trackingTerm', 'lpoTitle'],
  settingsOf: ({ adId }) => ({ adId }),
  filters: [
    logFilter.ad(),
    logFilter.asp,
    logFilter.whole('visitorId'),
    logFilter.customer,
    logFilter.device,
    logFilter.whole('mediaSessionId'),
    logFilter.whole('id'),
  ],
  useRows: logSource(useReferencesQuery, ReferencesDocument),
  href: ({ id }) => logPaths.reference(id),
  visitorOf: ({ visitorId }) => visitorId,
  time: 'firstReferenceTime',
  restPath: '/api/v1/logs/references',
  aging: 'gone',
};

const useReference = logRowSource(useReferenceQuery);
const useInteraction = logRowSource(useInteractionQuery);

/** Log of visitor journeys. */
export const ReferenceLog = () => <LogScreen log={referenceLog} />;

/** Journey details with its contacts. */
export function ReferenceDetail() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const ofJourney = useMemo(() => ({ referenceId: [id] }), [id]);
  return (
    <LogDetail
      log={referenceLog}
      path="/log/reference"
      title={t('logs.reference.detail')}
      one={useReference(id, {})}
    >
      {() => (
        <section aria-label={t('logs.reference.interactions')}>
          <h2 style={{ marginBottom: 12, fontSize: 16 }}>{t('logs.reference.interactions')}</h2>
          <LogList log={interactionLog} fixedFilter={ofJourney} />
        </section>
      )}
    </LogDetail>
  );
}

/** Log of all contacts with ads. */
export const InteractionLog = () => <LogScreen log={interactionLog} />;

/** Contact details with the settings that apply to it. */
export function InteractionDetail() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <LogDetail
      log={interactionLog}
      path="/log/interaction"
      title={t('logs.interaction.detail')}
      one={useInteraction(id, {})}
    />
  );
}
