import { enumValues, UnrecordedReason } from '../../../../../shared/catalog';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { refusalInWords } from '../../../../../shared/i18n/refusals';
import { useRefusedEventsQuery, type RefusedEventsQuery } from '../../../generated/graphql';
import { ListScreen } from '../../../kit/list/list-screen';
import { productListSource } from '../../../kit/list/list-source';
import type { ListColumn, ListFilter, ListVariables } from '../../../kit/list/types';
import { Page } from '../../../kit/page';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';
import { LoadAgain } from './load-again';
import { askedOf, SINCE, sinceChoices } from './since';
import { formatDateTime } from '../../../kit/tokyo-date';

type Row = RefusedEventsQuery['refusedEvents']['results'][number];

const DOORS = ['redirect', 'collect', 's2s'] as const;
/** Reasons why an ad makes no contact; those of events name fields and are found by the search. */
const REASONS = enumValues(UnrecordedReason);

const useRefused = productListSource(useRefusedEventsQuery);
const useRows = (variables: ListVariables) => useRefused(askedOf(variables));

/** What the tracking doors refused of the product, with the reason in words. */
export function RefusedEvents() {
  const { t, i18n } = useTranslation();
  const productId = useProductId();
  const since = useSearchParams()[0].get(SINCE);
  const mayLoad = useRight('api_keys') === 'edit';
  const filters = useMemo(
    (): ListFilter[] => [
      { name: SINCE, label: t('fields.label.refused_refusedAt'), kind: 'text', single: true, choices: sinceChoices(t, since) },
      { name: 'door', label: t('fields.label.refused_door'), kind: 'text', choices: DOORS.map((value) => ({ value, label: t(`settings.refused.doors.${value}`) })) },
      {
        name: 'reason',
        label: t('fields.label.refused_reason'),
        kind: 'text',
        choices: REASONS.map((value) => ({ value, label: refusalInWords(value, i18n.language) })),
      },
    ],
    [t, i18n.language, since],
  );
  const columns = useMemo((): ListColumn<Row>[] => {
    const doorOf = ({ door }: Row): string => {
      const known = DOORS.find((one) => one === door);
      return known ? t(`settings.refused.doors.${known}`) : door;
    };
    return [
      { key: 'refusedAt', width: 190, names: true, render: ({ refusedAt }) => formatDateTime(refusedAt) },
      { key: 'door', width: 130, render: doorOf },
      { key: 'reason', width: 320, render: ({ reason }) => refusalInWords(reason, i18n.language) },
      { key: 'content', width: 420, render: ({ content }) => content ?? '' },
      { key: 'ipAddress', width: 150, render: ({ ipAddress }) => ipAddress ?? '' },
    ];
  }, [t, i18n.language]);
  return (
    <Page title={t('settings.refused.title')} lead={t('settings.refused.lead')}>
      <ListScreen<Row>
        name="refused"
        entity="refused"
        columns={columns}
        filters={filters}
        useRows={useRows}
        nameOf={({ refusedAt }) => formatDateTime(refusedAt)}
        handlers={{}}
        bulk={mayLoad ? (chosen, done) => <LoadAgain chosen={chosen} done={done} /> : undefined}
        downloadPath="/api/v1/logs/refused_events"
        downloadProduct={productId}
        empty={{ title: t('settings.refused.empty'), hint: t('settings.refused.emptyHint') }}
      />
    </Page>
  );
}
