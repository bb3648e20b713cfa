import { useTranslation } from 'react-i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { useImportDecisionsMutation, type ImportDecisionsMutation } from '../../../generated/graphql';
import { CsvImportDialog } from '../../../kit/csv-import/csv-import-dialog';
import { TableDownloads } from '../../../kit/csv-import/table-downloads';
import type { DialogResult } from '../../../kit/dialog/confirm-dialog';
import { useProductId } from '../../../session/session-context';
import { DecisionChoices, type Choices } from './decision-choices';
import { DecisionPreview } from './import-preview';

export type Imported = ImportDecisionsMutation['importDecisions'];

const TEMPLATE = ['id', 'approval_status'];
/** Columns that identify a result to users, besides those that the import reads. */
const CURRENT = [...TEMPLATE, 'cv_time', 'ad', 'amount', 'cv_cost', 'user_id', 'args'];

/** Imports decisions from a table. Previews each row, then applies them. */
export function DecisionImport({
  onResult,
  onApplied,
}: {
  onResult: (result: DialogResult) => void;
  onApplied: (outcome: Imported) => void;
}) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [importDecisions] = useImportDecisionsMutation();
  return (
    <CsvImportDialog<Imported, Choices>
      title={t('results.import.title')}
      intro={
        <>
          <p className="ic-mb-12">{t('results.import.lead')}</p>
          <TableDownloads
            path="/api/v1/logs/results"
            tables={[
              [t('results.import.template'), { columns: TEMPLATE.join(','), layout: 'template' }],
              [
                t('results.import.current'),
                {
                  columns: CURRENT.join(','),
                  layout: 'data',
                  approval_status: String(ApprovalStatus.PENDING),
                },
              ],
            ]}
          />
        </>
      }
      dropText={t('results.import.drop')}
      format={t('results.import.format')}
      noChoices={{}}
      send={async (table) =>
        (await importDecisions({ variables: { productId, ...table } })).data?.importDecisions
      }
      preview={(outcome, choices, choose, busy) => (
        <>
          <DecisionChoices outcome={outcome} choices={choices} disabled={busy} onChange={choose} />
          <DecisionPreview outcome={outcome} />
        </>
      )}
      run={({ changed }) => ({ text: t('results.import.run', { count: changed }), disabled: changed === 0 })}
      applied={(outcome) => {
        onApplied(outcome);
        return outcome.applied;
      }}
      onResult={onResult}
    />
  );
}
