import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../../shared/domain/calendar';
import { shareFields } from '../../../../shared/settings';
import {
  useCreateReportShareMutation,
  useDeleteReportShareMutation,
  useReportSharesQuery,
  type ReportSharePartsFragment as Share,
} from '../../generated/graphql';
import { CodeLine } from '../copy-button';
import type { FormDefinition } from '../form/form-definition';
import { SecretPanel } from '../setting/secret-panel';
import { dayText, formatDay, tokyoToday } from '../tokyo-date';
import { useToday } from '../use-today';

/** A saved view or a client report to share. */
export interface ShareSubject {
  viewId?: number;
  clientReportId?: number;
  title: string;
}

/** Days until a link ends, unless the user chooses another day. */
const USUAL_DAYS = 30;

const shareForm: FormDefinition = {
  entity: 'reportShare',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: [
        'expiresAt',
        // The end has a usual value.
        { name: 'password', autoFocus: true },
        { name: 'notes', whole: true },
        { name: 'embedHosts', whole: true },
      ],
    },
  ],
};

/** Returns the last day on which a link opens. It ends with that day in Tokyo. */
const lastDayOf = ({ expiresAt }: Pick<Share, 'expiresAt'>): number => tokyoToday(Date.parse(expiresAt) - 1);

/** Returns the first moment after a day in Tokyo. */
const endOf = (day: number): string => new Date(`${dayText(addDays(day, 1))}T00:00:00+09:00`).toISOString();

/** Links that show a view or a client report to people without an account: create, copy once, revoke. */
export function ShareDrawer({ subject, onClose }: { subject: ShareSubject; onClose: () => void }) {
  const { t } = useTranslation();
  const { title, ...shared } = subject;
  const today = useToday();
  const { data, error, refetch } = useReportSharesQuery({ variables: shared, fetchPolicy: 'network-only' });
  const [create] = useCreateReportShareMutation();
  const [remove] = useDeleteReportShareMutation();
  const named = data?.reportShares.map((share) => {
    const day = lastDayOf(share);
    const name = t(day < today ? 'settings.shares.ended' : 'settings.shares.until', { day: formatDay(day) });
    return { ...share, name };
  });
  return (
    <Drawer open size={560} title={t('settings.shares.of', { title })} onClose={onClose}>
      <SecretPanel
        kind="shares"
        secrets={named}
        error={error}
        refetch={refetch}
        mayEdit
        facts={({ hasPassword, notes, embedHosts, own, userName }) => [
          ...(hasPassword ? [t('settings.shares.withPassword')] : []),
          ...(notes ? [t('settings.shares.withNotes')] : []),
          ...(embedHosts.length > 0 ? [t('settings.shares.embedded', { hosts: embedHosts.join(', ') })] : []),
          ...(own ? [] : [t('settings.shares.by', { name: userName ?? '-' })]),
        ]}
        revoke={({ id }) => remove({ variables: { id } })}
        definition={shareForm}
        fields={shareFields}
        initial={{ expiresAt: addDays(today, USUAL_DAYS) }}
        create={async ({ expiresAt, password, notes, embedHosts }) => {
          const input = {
            expiresAt: endOf(Number(expiresAt)),
            password: typeof password === 'string' ? password : null,
            notes: notes === true,
            embedHosts: typeof embedHosts === 'string' ? embedHosts.split(',') : [],
          };
          return (await create({ variables: { ...shared, input } })).data?.createReportShare.url;
        }}
      >
        {(url) => <CodeLine label={t('settings.shares.secret')} text={url} primary />}
      </SecretPanel>
    </Drawer>
  );
}
