import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useReportSchedulesQuery, useSavedViewsQuery } from '../../../generated/graphql';
import { Loading } from '../../../kit/loading';
import { Page } from '../../../kit/page';
import { Panel } from '../../../kit/panel';
import { ErrorNote } from '../../../kit/error-note';
import { useRight } from '../../../session/use-right';
import { ScheduleDrawer } from './schedule-drawer';
import { ScheduleTable } from './schedule-table';
import { SmtpNote } from './smtp-note';
import { ViewTable } from './view-table';

/** Parameters of the view whose mails are shown, and of the owner if it is another user. */
const OPEN = 'schedule';
const OTHER = 'of';

/** Saved views and scheduled report mails. */
export function SavedViews() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const views = useSavedViewsQuery({ fetchPolicy: 'cache-and-network' });
  // Only report users can schedule mails.
  const mayMail = useRight('analyze') !== 'none';
  const schedules = useReportSchedulesQuery({ fetchPolicy: 'cache-and-network', skip: !mayMail });
  const all = schedules.data?.reportSchedules ?? (mayMail ? undefined : []);
  const error = views.data && all ? undefined : (views.error ?? schedules.error);
  const refetch = (): void => {
    void views.refetch();
    if (mayMail) void schedules.refetch();
  };
  const openId = Number(parameters.get(OPEN) ?? Number.NaN);
  const other = all?.find(({ id }) => String(id) === parameters.get(OTHER));
  const view = mayMail
    ? views.data?.savedViews.find(({ id, report }) => id === openId && report !== null)
    : undefined;
  const open = (changes: Record<string, string>): void =>
    setParameters(new URLSearchParams(changes), { preventScrollReset: true });
  return (
    <Page title={t('views.title')} lead={t('views.lead')}>
      {error ? (
        <Panel title={t('views.title')}>
          <ErrorNote error={error} retry={refetch} />
        </Panel>
      ) : !views.data || !all ? (
        <Loading />
      ) : (
        <>
          <Panel title={t('views.title')}>
            <ViewTable
              views={views.data.savedViews}
              schedules={all.filter(({ own }) => own)}
              onSchedule={mayMail ? ({ id }) => open({ [OPEN]: String(id) }) : undefined}
            />
          </Panel>
          {mayMail && (
            <Panel title={t('views.schedules')} lead={t('views.schedulesLead')}>
              <SmtpNote />
              <ScheduleTable
                schedules={all}
                onOpen={({ id, own, viewId }) =>
                  open(own ? { [OPEN]: String(viewId) } : { [OTHER]: String(id) })
                }
              />
            </Panel>
          )}
          {(view ?? other) && (
            <ScheduleDrawer
              key={`${view?.id ?? ''}:${other?.id ?? ''}`}
              view={
                view ?? {
                  id: other?.viewId ?? 0,
                  title: other?.viewTitle ?? '',
                  productId: other?.productId ?? null,
                }
              }
              schedule={view ? all.find(({ viewId, own }) => own && viewId === view.id) : other}
              onChange={() => void schedules.refetch()}
              onClose={() => open({})}
            />
          )}
        </>
      )}
    </Page>
  );
}
