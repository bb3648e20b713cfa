import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../shared/format';
import { Panel } from '../../../kit/page';
import { formatApiDay } from '../../../kit/tokyo-date';
import type { MapModel } from './answer';

/** How to read the map, in words of a marketer. */
export function NotesPanel({ model, includeNull }: { model: MapModel; includeNull: boolean }) {
  const { t } = useTranslation();
  const { journeys, nullJourneys, openJourneys, suggestedOrder, nullFrom } = model;
  const notes = [
    t('disagreement.notes.markov'),
    t('disagreement.notes.shapley'),
    t('disagreement.notes.interval'),
    suggestedOrder !== null && t('disagreement.notes.order', { order: suggestedOrder }),
    journeys !== null &&
      t(includeNull ? 'disagreement.notes.journeys' : 'disagreement.notes.convertingOnly', {
        journeys: formatNumber(journeys, { showZero: true }),
        nulls: formatNumber(nullJourneys, { showZero: true }),
      }),
    (openJourneys ?? 0) > 0 &&
      t(nullJourneys === 0 ? 'disagreement.notes.onlyOpen' : 'disagreement.notes.open', {
        n: formatNumber(openJourneys),
      }),
    nullFrom !== null && t('disagreement.notes.nullFrom', { day: formatApiDay(nullFrom) }),
    t('disagreement.notes.share'),
    t('disagreement.notes.profit'),
    t('disagreement.notes.notGoogle'),
  ];
  return (
    <Panel title={t('disagreement.notesTitle')}>
      <ul className="ic-indent ic-stack ic-gap-8">
        {notes.map((note) => note && <li key={note}>{note}</li>)}
      </ul>
    </Panel>
  );
}
