import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../../../../shared/records';
import { adTableColumns } from '../../../../../shared/settings';
import { useImportAdsMutation, type ImportAdsMutation } from '../../../generated/graphql';
import { joinList, withHeading } from '../../../i18n/punctuation';
import { CsvImportDialog } from '../../../kit/csv-import/csv-import-dialog';
import { ImportPreview } from '../../../kit/csv-import/import-preview';
import { TableDownloads } from '../../../kit/csv-import/table-downloads';
import type { DialogResult } from '../../../kit/dialog/confirm-dialog';
import { ChangeLines } from '../../../kit/form/change-list';
import { notify } from '../../../kit/notifier';
import { useRefetchSelections } from '../../../kit/setting/sources';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useProductId } from '../../../session/session-context';

type Outcome = ImportAdsMutation['importAds'];
type Row = Outcome['rows'][number];

const changesOf = ({ created, updated }: Outcome): number => created + updated;

function Preview({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const fields = useFieldTexts('ad');
  const { created, updated, unchanged: same, refused: failed, ignoredColumns } = outcome;
  const counts = { created, updated, same, failed };
  const problemsOf = ({ problems }: Row): string[] =>
    problems.map(({ field, messages }) => withHeading(fields.label(field), messages.join(' ')));
  return (
    <ImportPreview<Row>
      {...outcome}
      actions={{
        refused: ['bad', t('settings.import.error')],
        create: ['good', t('settings.import.add')],
        update: ['waiting', t('settings.audit.update')],
        unchanged: ['muted', t('form.unchanged')],
      }}
      counts={keysOf(counts).map((name) => t(`settings.import.${name}`, { count: counts[name] }))}
      changes={changesOf(outcome)}
      texts={{
        action: t('settings.audit.action'),
        wrong: t('settings.import.wrong'),
        nothing: t('settings.import.nothing'),
        file: t('settings.import.refusedFile'),
      }}
      reasonOf={(row) => problemsOf(row).join(' / ')}
      details={[
        {
          key: 'adName',
          title: fields.label('adName'),
          width: 200,
          ellipsis: true,
          render: ({ adName }) => adName,
        },
        {
          key: 'changes',
          title: t('settings.audit.changes'),
          render: (row) =>
            row.problems.length > 0 ? (
              <ul className="ic-indent ic-error">
                {problemsOf(row).map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : (
              <ChangeLines
                entity="ad"
                changes={row.changes}
                isNew={row.action === 'create'}
                except="adName"
              />
            ),
        },
      ]}
    >
      {ignoredColumns.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('settings.import.ignored', { columns: joinList(ignoredColumns) })}
          style={{ marginBottom: 8 }}
        />
      )}
    </ImportPreview>
  );
}

/** Imports ads from CSV. Shows the differences first and applies them on confirmation. */
export function ImportDialog({ onResult }: { onResult: (result: DialogResult) => void }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [importAds] = useImportAdsMutation();
  const refetch = useRefetchSelections();
  const columns = adTableColumns.join(',');
  return (
    <CsvImportDialog<Outcome, object>
      title={t('settings.import.title')}
      intro={
        <>
          <p className="ic-mb-12">{t('settings.import.lead')}</p>
          <TableDownloads
            path="/api/v1/ads"
            tables={[
              [t('settings.import.template'), { columns, layout: 'template' }],
              [t('settings.import.current'), { columns, layout: 'data' }],
            ]}
          />
        </>
      }
      dropText={t('settings.import.drop')}
      format={t('settings.import.format')}
      noChoices={{}}
      send={async (table) => (await importAds({ variables: { productId, ...table } })).data?.importAds}
      preview={(outcome) => <Preview outcome={outcome} />}
      run={(outcome) => ({
        text: t('settings.import.run', { count: changesOf(outcome) }),
        disabled: changesOf(outcome) === 0,
      })}
      applied={async (outcome) => {
        if (!outcome.applied) return false;
        await refetch();
        notify('SUCCESS', t('settings.import.done', { count: changesOf(outcome) }));
        return true;
      }}
      onResult={onResult}
    />
  );
}
