import { ImportOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../../../shared/records';
import { tableColumnsOf, type SettingName } from '../../../../shared/settings';
import { joinList, withHeading } from '../../i18n/punctuation';
import { CsvImportDialog, type ImportedTable } from './csv-import-dialog';
import { ImportPreview } from './import-preview';
import { TableDownloads } from './table-downloads';
import type { DialogResult } from '../dialog/confirm-dialog';
import { ChangeLines, type FieldChange } from '../form/change-list';
import { notify } from '../notifier';
import { useRefetchSelections } from '../setting/sources';
import { useFieldTexts } from '../use-field-texts';
import { useProductId } from '../../session/session-context';

/** Effect of a row of an imported table. */
interface Row {
  readonly line: number;
  readonly action: string;
  readonly adName?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly changes: readonly FieldChange[];
  readonly problems: readonly { readonly field: string; readonly messages: readonly string[] }[];
  readonly cells?: readonly string[] | null | undefined;
}

/** Effect of an imported table. */
interface Outcome {
  readonly applied: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly columns: readonly string[];
  readonly sheets: readonly string[];
  readonly sheet?: string | null | undefined;
  readonly ignoredColumns: readonly string[];
  readonly rows: readonly Row[];
}

/** A setting whose rows can be imported. */
export interface ImportedSetting {
  readonly entity: SettingName;
  /** REST path of its rows. */
  readonly path: string;
  /** Heading of the rows' names. */
  readonly naming: string;
  readonly texts: Readonly<Record<'title' | 'current' | 'format' | 'nothing' | 'file', string>>;
  /** Sends a table of the product, and returns its effect. */
  readonly send: (table: ImportedTable & { productId: number }) => Promise<Outcome | undefined>;
}

const changesOf = ({ created, updated }: Outcome): number => created + updated;

function Preview({ outcome, setting }: { outcome: Outcome; setting: ImportedSetting }) {
  const { t } = useTranslation();
  const fields = useFieldTexts(setting.entity);
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
        nothing: setting.texts.nothing,
        file: setting.texts.file,
      }}
      reasonOf={(row) => problemsOf(row).join(' / ')}
      details={[
        {
          key: 'name',
          title: setting.naming,
          width: 200,
          ellipsis: true,
          render: ({ adName, name }) => adName ?? name,
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
                entity={setting.entity}
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

/** Imports a setting from CSV. Shows the differences first and applies them on confirmation. */
function SettingImportDialog({
  setting,
  onResult,
}: {
  setting: ImportedSetting;
  onResult: (result: DialogResult) => void;
}) {
  const { t } = useTranslation();
  const productId = useProductId();
  const refetch = useRefetchSelections();
  const { entity, path, texts, send } = setting;
  const columns = tableColumnsOf(entity).join(',');
  return (
    <CsvImportDialog<Outcome, object>
      title={texts.title}
      intro={
        <>
          <p className="ic-mb-12">{t('settings.import.lead')}</p>
          <TableDownloads
            path={path}
            tables={[
              [t('settings.import.template'), { columns, layout: 'template' }],
              [texts.current, { columns, layout: 'data' }],
            ]}
          />
        </>
      }
      dropText={t('settings.import.drop')}
      format={texts.format}
      noChoices={{}}
      send={(table) => send({ productId, ...table })}
      preview={(outcome) => <Preview outcome={outcome} setting={setting} />}
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

/** Button that imports a setting. `imported` is called after an import, which may change any row. */
export function SettingImport({ setting, imported }: { setting: ImportedSetting; imported: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {t('settings.import.open')}
      </Button>
      {open && (
        <SettingImportDialog
          setting={setting}
          onResult={({ reload }) => {
            setOpen(false);
            if (reload) imported();
          }}
        />
      )}
    </>
  );
}
