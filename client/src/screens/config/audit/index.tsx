import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { auditActions, auditEntities } from '../../../../../shared/settings';
import { useAuditLogsQuery, type AuditLogsQuery } from '../../../generated/graphql';
import { AuditSummary } from '../../../kit/form/change-list';
import { ListScreen } from '../../../kit/list/list-screen';
import { listSource, type ListColumn, type ListFilter } from '../../../kit/list/list-source';
import { Page } from '../../../kit/page';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';

type Row = AuditLogsQuery['auditLogs']['results'][number];

const ACTION_TONES: Record<string, Tone> = { create: 'good', update: 'waiting', delete: 'bad' };

const useRows = listSource(useAuditLogsQuery);

/** Audit trail: author, change, time and origin. Read-only. */
export function AuditTrail() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  // Pages of a setting link here with its id. There is no list of all ids to select from.
  const entityId = parameters.get('entityId') ?? '';
  const filters = useMemo(
    (): ListFilter[] => [
      {
        name: 'entity',
        label: t('settings.audit.what'),
        kind: 'text',
        choices: auditEntities.map((value) => ({ value, label: t(`kind.${value}`) })),
      },
      ...(/^[1-9]\d{0,9}$/.test(entityId)
        ? [
            {
              name: 'entityId',
              label: t('settings.audit.one'),
              kind: 'number' as const,
              choices: [{ value: entityId, label: `#${entityId}` }],
            },
          ]
        : []),
      {
        name: 'action',
        label: t('settings.audit.action'),
        kind: 'text',
        choices: auditActions.map((value) => ({ value, label: t(`settings.audit.${value}`) })),
      },
    ],
    [t, entityId],
  );
  const columns = useMemo((): ListColumn<Row>[] => {
    const actionOf = ({ action }: Row): string => {
      const known = auditActions.find((one) => one === action);
      return known ? t(`settings.audit.${known}`) : '';
    };
    return [
      { key: 'at', width: 180, names: true, render: ({ at }) => formatDateTime(at) },
      {
        key: 'userName',
        label: 'audit_userName',
        width: 140,
        render: ({ userName }) => userName || t('settings.audit.system'),
      },
      {
        key: 'action',
        label: 'audit_action',
        width: 130,
        render: (row) => <StatusTag tone={ACTION_TONES[row.action] ?? 'muted'}>{actionOf(row)}</StatusTag>,
      },
      {
        key: 'summary',
        label: 'audit_changes',
        width: 390,
        sortable: false,
        render: ({ summary, changes }) => <AuditSummary summary={summary} changes={changes} />,
      },
      {
        key: 'label',
        label: 'audit_label',
        width: 220,
        render: ({ label, entityId }) => label || `#${entityId}`,
      },
      { key: 'ip', label: 'audit_ip', width: 140, render: ({ ip }) => ip ?? '' },
    ];
  }, [t]);
  return (
    <Page title={t('settings.audit.title')} lead={t('settings.audit.lead')}>
      <ListScreen<Row>
        name="audit"
        entity="audit"
        columns={columns}
        filters={filters}
        useRows={useRows}
        nameOf={({ label }) => label}
        handlers={{}}
        empty={{ title: t('settings.audit.empty'), hint: t('settings.audit.emptyHint') }}
      />
    </Page>
  );
}
