import { DownloadOutlined } from '@ant-design/icons';
import { AutoComplete, Button } from 'antd';
import { useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
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
import { nameText, NamingStep, type ChosenName } from './naming-step';
import { MediaPreview } from './preview';

export type Imported = ImportMediaCostsMutation['importMediaCosts'];

/** The user's answers about a file. */
export interface Answers {
  /** Columns; null: as suggested. */
  readonly mapping: MediaMappingInput | null;
  readonly year: number | null;
  readonly spread: boolean;
  readonly exchangeRate: number | null;
  /** Ads of names, by name. */
  readonly names: ReadonlyMap<string, ChosenName>;
}

const NO_ANSWERS: Answers = {
  mapping: null,
  year: null,
  spread: false,
  exchangeRate: null,
  names: new Map(),
};

/** Columns of the template. */
const TEMPLATE = ['day', 'ad', 'cost', 'impressions', 'clicks'] as const;

const changesOf = ({ created, replaced }: Imported): number => created + replaced;

/** Template file with all columns recognised automatically. */
function Template() {
  const { t } = useTranslation();
  const header = TEMPLATE.map((field) => t(`mediaCosts.column.${field}`)).join(',');
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
  /** Answers for the current file. */
  const answers = useRef<Answers>(NO_ANSWERS);
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
        answers.current = NO_ANSWERS;
      }}
      ready={() => {
        const named = source.trim() !== '';
        setMissing(!named);
        if (!named) sourceField.current?.focus();
        return named;
      }}
      send={async (csv, dryRun, sheet) => {
        const variables = { ...answers.current, names: [...answers.current.names.values()] };
        const sent = await importCosts({
          variables: { productId, sourceName: source, csv, sheet, dryRun, ...variables },
        });
        return sent.data?.importMediaCosts;
      }}
      preview={(outcome, again, busy) => {
        const change = (changed: Partial<Answers>): void => {
          answers.current = { ...answers.current, ...changed };
          again();
        };
        return (
          <>
            <MappingFields outcome={outcome} disabled={busy} onChange={(mapping) => change({ mapping })} />
            <FileQuestions outcome={outcome} answers={answers.current} onChange={change} />
            <NamingStep
              names={outcome.names}
              chosen={answers.current.names}
              onChoose={(name) =>
                change({ names: new Map([...answers.current.names, [nameText(name), name]]) })
              }
            />
            <MediaPreview outcome={outcome} source={source} />
          </>
        );
      }}
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
