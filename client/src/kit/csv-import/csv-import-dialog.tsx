import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Select, Spin, Upload } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CANCELLED,
  DIALOG_MAX_HEIGHT,
  DIALOG_WIDTH,
  DONE,
  type DialogResult,
  useReturnFocus,
} from '../dialog/confirm-dialog';
import { failureText, refusalOf } from '../failure';

/** The sheets of an uploaded workbook, and the one that was read. */
interface Sheets {
  readonly sheets?: readonly string[];
  readonly sheet?: string | null | undefined;
}

/** Content of a table and what to do with it. */
export interface ImportedTable {
  readonly csv: string;
  /** Whether only to preview the effect. */
  readonly dryRun: boolean;
  /** Sheet of a workbook; null for the first one. */
  readonly sheet: string | null;
}

export interface CsvImportProps<Outcome, Choices> {
  title: string;
  /** Explanation, templates and the choices to make before a file. */
  intro: ReactNode;
  dropText: string;
  /** Accepted columns and encodings. */
  format: string;
  /** Choices about a table before the user makes any. */
  noChoices: Choices;
  /** Sends a table with the choices, and returns its effect. */
  send: (table: ImportedTable & Choices) => Promise<Outcome | undefined>;
  /** @param choose changes choices and repeats the preview */
  preview: (
    outcome: Outcome,
    choices: Choices,
    choose: (change: (before: Choices) => Partial<Choices>) => void,
    busy: boolean,
  ) => ReactNode;
  /** Whether all other required input is given; reports missing input itself. */
  ready?: () => boolean;
  /** Label of the button that applies the table, and whether it is disabled. */
  run: (outcome: Outcome) => { text: string; disabled: boolean };
  /** Called with the outcome; false if nothing was applied, so that the errors are shown. */
  applied: (outcome: Outcome) => Promise<boolean> | boolean;
  onResult: (result: DialogResult) => void;
}

/** Returns the bytes of a file as a data URL; the server recognises its format and encoding. */
const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, 'data:;base64,'));
    reader.onerror = () => reject(reader.error ?? new Error('the file can not be read'));
    reader.readAsDataURL(file);
  });

/** Imports a table: shows its effect row by row, then applies it on confirmation. */
export function CsvImportDialog<Outcome extends Sheets | string, Choices extends object>(
  props: CsvImportProps<Outcome, Choices>,
) {
  const { title, intro, dropText, format, noChoices, send, preview, ready, run, applied, onResult } = props;
  const { t } = useTranslation();
  useReturnFocus();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failed, setFailed] = useState<string>();
  const lastAsked = useRef(0);
  /** Request in progress. A preview changes nothing and can be closed; an import can't be cancelled. */
  const [pending, setPending] = useState<'look' | 'load'>();
  const busy = pending !== undefined;
  const isImporting = pending === 'load';

  const [table, setTable] = useState<Omit<ImportedTable, 'dryRun'>>({ csv: '', sheet: null });
  const choices = useRef(noChoices);

  async function ask(dryRun: boolean, asked = table): Promise<Outcome | undefined> {
    setFailed(undefined);
    setPending(dryRun ? 'look' : 'load');
    try {
      return await send({ ...asked, dryRun, ...choices.current });
    } catch (error) {
      // Errors of the table itself say more than a general failure.
      setFailed(refusalOf(error).fields.csv?.join('\n') ?? failureText(t, error));
      return undefined;
    } finally {
      setPending(undefined);
    }
  }
  async function check(file: Blob): Promise<void> {
    setFailed(undefined);
    if (ready && !ready()) return;
    await start({ csv: await dataUrlOf(file), sheet: null });
  }
  /** Previews a table or sheet, and forgets the choices made for the previous one. */
  async function start(next: typeof table): Promise<void> {
    choices.current = noChoices;
    setTable(next);
    setOutcome(await ask(true, next));
  }
  async function choose(change: (before: Choices) => Partial<Choices>): Promise<void> {
    choices.current = { ...choices.current, ...change(choices.current) };
    lastAsked.current += 1;
    const mine = lastAsked.current;
    const tried = await ask(true);
    // Answers may arrive in another order.
    if (tried && mine === lastAsked.current) setOutcome(tried);
  }
  async function apply(): Promise<void> {
    const done = await ask(false);
    if (!done) return;
    if (await applied(done)) onResult(DONE);
    else setOutcome(done);
  }
  const go = outcome && run(outcome);
  const { sheets = [], sheet = null }: Sheets = typeof outcome === 'object' ? outcome : {};

  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      title={title}
      mask={{ closable: false }}
      keyboard={!isImporting}
      closable={!isImporting}
      onCancel={() => onResult(CANCELLED)}
      styles={{
        container: { display: 'flex', flexDirection: 'column', maxHeight: DIALOG_MAX_HEIGHT },
        body: { overflowY: 'auto' },
      }}
      footer={
        <div className="ic-flex ic-wrap ic-to-end ic-gap-8">
          <div role="status" className="ic-wide ic-start ic-muted">
            {isImporting && t('settings.import.running')}
          </div>
          <Button disabled={isImporting} onClick={() => onResult(CANCELLED)}>
            {t('common.cancel')}
          </Button>
          {go && (
            <Button disabled={isImporting} onClick={() => setOutcome(undefined)}>
              {t('settings.import.again')}
            </Button>
          )}
          {go && (
            <Button type="primary" loading={busy} disabled={go.disabled} onClick={() => void apply()}>
              {go.text}
            </Button>
          )}
        </div>
      }
    >
      {failed && (
        <Alert
          type="error"
          showIcon
          title={failed}
          role="alert"
          style={{ marginBottom: 12, whiteSpace: 'pre-line' }}
        />
      )}
      {outcome ? (
        <>
          {sheets.length > 1 && (
            <label className="ic-flex ic-wrap ic-align-center ic-gap-8 ic-mb-16">
              {t('settings.import.sheet')}
              <Select
                style={{ minWidth: 200 }}
                value={sheet}
                disabled={busy}
                options={sheets.map((value) => ({ value, label: value }))}
                onChange={(value) => void start({ ...table, sheet: value })}
              />
            </label>
          )}
          {preview(outcome, choices.current, (change) => void choose(change), busy)}
        </>
      ) : (
        <Spin spinning={busy}>
          {intro}
          <Upload.Dragger
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
            multiple={false}
            showUploadList={false}
            style={{ margin: '12px 0' }}
            beforeUpload={(file) => {
              void check(file);
              // Stops antd from uploading the file.
              return false;
            }}
          >
            <p style={{ fontSize: 28, color: 'var(--ic-primary)' }} aria-hidden="true">
              <InboxOutlined />
            </p>
            <p>{dropText}</p>
          </Upload.Dragger>
          <p style={{ color: 'var(--ic-text-muted)', fontSize: 12 }}>{format}</p>
        </Spin>
      )}
    </Modal>
  );
}
