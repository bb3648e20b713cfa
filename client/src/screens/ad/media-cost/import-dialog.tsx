import { DownloadOutlined } from '@ant-design/icons';
import { AutoComplete, Button } from 'antd';
import { useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { mediaFields } from '../../../../../shared/domain/media';
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
import { MappingFields } from './mapping-fields';
import { MediaPreview } from './preview';

export type Imported = ImportMediaCostsMutation['importMediaCosts'];

const changesOf = ({ created, replaced }: Imported): number => created + replaced;

/** Template file with all columns recognised automatically. */
function Template() {
  const { t } = useTranslation();
  const header = mediaFields.map((field) => t(`mediaCosts.column.${field}`)).join(',');
  return (
    <p style={{ marginBottom: 12 }}>
      <Button
        icon={<DownloadOutlined />}
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${header}\r\n`)}`}
        download="media-costs.csv"
      >
        {t('settings.import.template')}
      </Button>
    </p>
  );
}

interface SourceFieldProps {
  value: string;
  known: readonly string[];
  onChange: (name: string) => void;
  /** True if a file was selected before the source. */
  missing: boolean;
  place: RefObject<FocusableField | null>;
}

interface FocusableField {
  focus: () => void;
}

/** Selects an existing source or enters a new one. */
function SourceField({ value, known, onChange, missing, place }: SourceFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div style={{ marginBottom: 12 }}>
      <FieldFrame
        id={id}
        label={t('mediaCosts.source')}
        required
        hint={t('mediaCosts.sourceHint')}
        error={missing ? t('mediaCosts.sourceMissing') : undefined}
      >
        <AutoComplete
          id={id}
          ref={(field) => {
            place.current = field;
          }}
          style={{ width: '100%', maxWidth: 360 }}
          value={value}
          onChange={onChange}
          options={known.map((name) => ({ value: name }))}
          status={missing ? 'error' : ''}
          aria-invalid={missing || undefined}
          aria-describedby={`${id}-note`}
        />
      </FieldFrame>
    </div>
  );
}

/** Imports media costs in three steps: map columns, preview each line, apply. */
export function MediaImportDialog({ onResult }: { onResult: (result: DialogResult) => void }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data } = useMediaSourcesQuery({ variables: { productId }, fetchPolicy: 'network-only' });
  const known = (data?.mediaSources ?? []).map(({ sourceName }) => sourceName);
  const [typed, setTyped] = useState<string>();
  const source = typed ?? known[0] ?? '';
  const [missing, setMissing] = useState(false);
  const sourceField = useRef<FocusableField>(null);
  /** Column mapping selected for the current file; null for a new file. */
  const mapping = useRef<MediaMappingInput | null>(null);
  const [importCosts] = useImportMediaCostsMutation();
  return (
    <CsvImportDialog<Imported>
      title={t('mediaCosts.title')}
      intro={
        <>
          <p style={{ marginBottom: 12 }}>{t('mediaCosts.importLead')}</p>
          <SourceField
            value={source}
            known={known}
            missing={missing}
            place={sourceField}
            onChange={(name) => {
              setTyped(name);
              setMissing(false);
            }}
          />
          <Template />
        </>
      }
      dropText={t('settings.import.drop')}
      format={t('mediaCosts.format')}
      onFile={() => {
        mapping.current = null;
      }}
      ready={() => {
        const named = source.trim() !== '';
        setMissing(!named);
        if (!named) sourceField.current?.focus();
        return named;
      }}
      send={async (csv, dryRun) =>
        (
          await importCosts({
            variables: { productId, sourceName: source, csv, mapping: mapping.current, dryRun },
          })
        ).data?.importMediaCosts
      }
      preview={(outcome, again, busy) => (
        <>
          <MappingFields
            outcome={outcome}
            disabled={busy}
            onChange={(chosen) => {
              mapping.current = chosen;
              again();
            }}
          />
          <MediaPreview outcome={outcome} />
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
