import { DownloadOutlined } from '@ant-design/icons';
import { AutoComplete, Button } from 'antd';
import { useId, useRef, useState, type ComponentRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameText } from '../../../../../shared/catalog/media';
import {
  useImportMediaCostsMutation,
  useMediaSourcesQuery,
  type ImportMediaCostsMutation,
  type MediaMappingInput,
} from '../../../generated/graphql';
import { CsvImportDialog } from '../../../kit/csv-import/csv-import-dialog';
import type { DialogResult } from '../../../kit/dialog/confirm-dialog';
import { FieldFrame } from '../../../kit/form/field-frame';
import { notify } from '../../../kit/notifier';
import { useProductId } from '../../../session/session-context';
import { FileQuestions } from './file-questions';
import { MappingFields } from './mapping-fields';
import { NamingStep, type ChosenName } from './naming-step';
import { MediaPreview } from './preview';

export type Imported = ImportMediaCostsMutation['importMediaCosts'];

/** The user's answers about a file. */
export interface Answers {
  /** Columns; absent: as suggested. */
  readonly mapping?: MediaMappingInput;
  readonly year?: number | null;
  readonly spread: boolean;
  readonly exchangeRate?: number | null;
  /** Ads of names. */
  readonly names: ChosenName[];
}

/** Columns of the template, all of them recognised. */
const TEMPLATE = ['day', 'ad', 'cost', 'impressions', 'clicks'] as const;

const changesOf = ({ created, replaced }: Imported): number => created + replaced;

/** Imports media costs in three steps: map columns, preview each line, apply. */
export function MediaImportDialog({ onResult }: { onResult: (result: DialogResult) => void }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data } = useMediaSourcesQuery({ variables: { productId }, fetchPolicy: 'network-only' });
  const known = (data?.mediaSources ?? []).map(({ sourceName }) => sourceName);
  const [typed, setTyped] = useState<string>();
  const sourceName = typed ?? known[0] ?? '';
  /** Whether a file was selected before the source. */
  const [missing, setMissing] = useState(false);
  const id = useId();
  const sourceField = useRef<ComponentRef<typeof AutoComplete>>(null);
  const [importCosts] = useImportMediaCostsMutation();
  const header = TEMPLATE.map((field) => t(`mediaCosts.column.${field}`)).join(',');
  return (
    <CsvImportDialog<Imported, Answers>
      title={t('mediaCosts.title')}
      intro={
        <>
          <p className="ic-mb-12">{t('mediaCosts.importLead')}</p>
          <div className="ic-mb-12">
            <FieldFrame
              id={id}
              label={t('mediaCosts.source')}
              required
              hint={t('mediaCosts.sourceHint')}
              error={missing ? t('mediaCosts.sourceMissing') : undefined}
            >
              <AutoComplete
                id={id}
                ref={sourceField}
                style={{ width: '100%', maxWidth: 360 }}
                value={sourceName}
                onChange={(name: string) => {
                  setTyped(name);
                  setMissing(false);
                }}
                options={known.map((name) => ({ value: name }))}
                status={missing ? 'error' : ''}
                aria-invalid={missing || undefined}
                aria-describedby={`${id}-note`}
              />
            </FieldFrame>
          </div>
          <Button
            className="ic-mb-12"
            icon={<DownloadOutlined />}
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${header}\r\n`)}`}
            download="media-costs.csv"
          >
            {t('settings.import.template')}
          </Button>
        </>
      }
      dropText={t('settings.import.drop')}
      format={t('mediaCosts.format')}
      noChoices={{ spread: false, names: [] }}
      ready={() => {
        const named = sourceName.trim() !== '';
        setMissing(!named);
        if (!named) sourceField.current?.focus();
        return named;
      }}
      send={async (table) =>
        (await importCosts({ variables: { productId, sourceName, ...table } })).data?.importMediaCosts
      }
      preview={(outcome, answers, choose, busy) => (
        <>
          <MappingFields
            outcome={outcome}
            disabled={busy}
            onChange={(mapping) => choose(() => ({ mapping }))}
          />
          <FileQuestions outcome={outcome} answers={answers} onChange={(changes) => choose(() => changes)} />
          <NamingStep
            names={outcome.names}
            chosen={answers.names}
            onChoose={(name) =>
              choose(({ names }) => ({
                names: [...names.filter((one) => nameText(one) !== nameText(name)), name],
              }))
            }
          />
          <MediaPreview outcome={outcome} source={sourceName} />
        </>
      )}
      run={(outcome) => ({
        text: t('mediaCosts.run', { count: changesOf(outcome) }),
        disabled: changesOf(outcome) === 0,
      })}
      applied={(outcome) => {
        notify('SUCCESS', t('mediaCosts.done', { count: changesOf(outcome) }));
        return outcome.applied;
      }}
      onResult={onResult}
    />
  );
}
