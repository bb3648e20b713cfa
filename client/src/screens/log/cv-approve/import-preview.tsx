import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ImportPreview } from '../../../kit/csv-import/import-preview';
import { logPaths } from '../../../kit/log/log-paths';
import { ApprovalTag } from '../../../kit/status-tag';
import type { Imported } from './import-dialog';

type Row = Imported['rows'][number];

/** Effect of a row: its problem, or the statuses of its results. */
function Effect({ row: { problem, statusBefore, approvalStatus, resultIds } }: { row: Row }) {
  const { t } = useTranslation();
  const [id, ...others] = resultIds;
  if (problem !== null) return <span className="ic-break ic-error">{problem}</span>;
  return (
    <span className="ic-inline ic-wrap ic-gap-4-12 ic-break">
      {statusBefore !== approvalStatus && (
        <>
          <ApprovalTag status={statusBefore} />
          <span aria-hidden="true">→</span>
        </>
      )}
      <ApprovalTag status={approvalStatus} />
      {id !== undefined && others.length === 0 ? (
        <Link to={logPaths.result(id)} target="_blank">
          {id}
        </Link>
      ) : (
        <span>{t('results.import.results', { count: resultIds.length })}</span>
      )}
    </span>
  );
}

/** Preview of a decision table. */
export function DecisionPreview({ outcome }: { outcome: Imported }) {
  const { t } = useTranslation();
  const { changed, unchanged, skipped, refused, missing } = outcome;
  if (missing.some((one) => one !== 'argument')) return null;
  return (
    <ImportPreview<Row>
      {...outcome}
      actions={{
        refused: ['bad', t('settings.import.error')],
        change: ['waiting', t('results.import.change')],
        unchanged: ['muted', t('form.unchanged')],
        skipped: ['muted', t('results.import.skip')],
      }}
      counts={[
        t('results.import.toChange', { count: changed }),
        t('results.import.same', { count: unchanged }),
        ...(skipped > 0 ? [t('results.import.skipped', { count: skipped })] : []),
        t('results.import.refused', { count: refused }),
      ]}
      changes={changed}
      texts={{
        action: t('settings.audit.action'),
        wrong: t('results.import.wrong'),
        nothing: t('results.import.nothing'),
        file: t('results.import.refusedFile'),
      }}
      reasonOf={({ problem }) => problem ?? ''}
      details={[
        {
          key: 'value',
          title: t('results.import.value'),
          width: 220,
          ellipsis: true,
          render: ({ value }) => value,
        },
        {
          key: 'outcome',
          title: t('results.import.outcome'),
          render: (row) => (row.action === 'skipped' ? null : <Effect row={row} />),
        },
      ]}
    />
  );
}
