import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { useImportDecisionsMutation, type ImportDecisionsMutation } from '../../../generated/graphql';
import { CsvImportDialog } from '../../../kit/csv-import/csv-import-dialog';
import type { DialogResult } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { openDownload } from '../../../kit/open-download';
import { useProductId } from '../../../session/session-context';
import { DecisionChoices, type Choices } from './decision-choices';
import { DecisionPreview } from './import-preview';

export type Imported = ImportDecisionsMutation['importDecisions'];

const PATH = '/api/v1/logs/results';
const TEMPLATE = ['id', 'approval_status'];
/** Columns that identify a result to users, besides those that the import reads. */
const CURRENT = [...TEMPLATE, 'cv_time', 'ad', 'amount', 'cv_cost', 'user_id', 'args'];

const NO_CHOICES: Choices = { words: [] };

function Templates() {
  const { t } = useTranslation();
  const productId = useProductId();
  const save = async (given: Readonly<Record<string, string>>): Promise<void> => {
    await openDownload(PATH, 'csv', new URLSearchParams({ product_id: String(productId), ...given })).catch(
      () => notify('ERROR', t('list.exportFailed')),
    );
  };
  return (
    <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginBottom: 12 }}>
      <Button
        icon={<DownloadOutlined />}
        onClick={() => void save({ columns: TEMPLATE.join(','), layout: 'template' })}
      >
        {t('results.import.template')}
      </Button>
      <Button
        icon={<DownloadOutlined />}
        onClick={() =>
          void save({
            columns: CURRENT.join(','),
            layout: 'data',
            approval_status: String(ApprovalStatus.PENDING),
          })
        }
      >
        {t('results.import.current')}
      </Button>
    </p>
  );
}

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
  const choices = useRef<Choices>(NO_CHOICES);
  return (
    <CsvImportDialog<Imported>
      title={t('results.import.title')}
      intro={
        <>
          <p style={{ marginBottom: 12 }}>{t('results.import.lead')}</p>
          <Templates />
        </>
      }
      dropText={t('results.import.drop')}
      format={t('results.import.format')}
      onFile={() => {
        choices.current = NO_CHOICES;
      }}
      send={async (csv, dryRun, sheet) =>
        (await importDecisions({ variables: { productId, csv, sheet, ...choices.current, dryRun } })).data
          ?.importDecisions
      }
      preview={(outcome, again, busy) => (
        <>
          <DecisionChoices
            outcome={outcome}
            choices={choices.current}
            disabled={busy}
            onChange={(next) => {
              choices.current = next;
              again();
            }}
          />
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
