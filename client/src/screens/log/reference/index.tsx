import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useInteractionQuery, useReferenceQuery } from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource } from '../../../kit/log/log-row-source';
import { LogList, LogScreen } from '../../../kit/log/log-screen';
import { interactionLog } from './interaction-log';
import { referenceLog } from './reference-log';

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
