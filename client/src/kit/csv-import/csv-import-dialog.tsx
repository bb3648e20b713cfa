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
  readonly sheet?: string | null;
}

export interface CsvImportProps<Outcome> {
  title: string;
  /** Explanation, templates and the choices to make before a file. */
  intro: ReactNode;
  dropText: string;
  /** Accepted columns and encodings. */
  format: string;
  /** Sends a table and returns its effect; a dry run changes nothing. The sheet is null for the first one. */
  send: (csv: string, dryRun: boolean, sheet: string | null) => Promise<Outcome | undefined>;
  /** @param again repeats the preview after a choice in it */
  preview: (outcome: Outcome, again: () => void, busy: boolean) => ReactNode;
  /** Whether all other required input is given; reports missing input itself. */
  ready?: () => boolean;
  /** Called when another table or sheet is chosen. */
  onFile?: () => void;
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
export function CsvImportDialog<Outcome extends Sheets | string>({
  title,
  intro,
  dropText,
  format,
  send,
  preview,
  ready,
  onFile,
  run,
  applied,
  onResult,
}: CsvImportProps<Outcome>) {
  const { t } = useTranslation();
  useReturnFocus();
  const [csv, setCsv] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const [failed, setFailed] = useState<string>();
  const lastAsked = useRef(0);
  /** Request in progress. A preview changes nothing and can be closed; an import can't be cancelled. */
  const [pending, setPending] = useState<'look' | 'load'>();
  const busy = pending !== undefined;
  const isImporting = pending === 'load';

  const [chosenSheet, setChosenSheet] = useState<string | null>(null);

  async function ask(
    text: string,
    dryRun: boolean,
    sheet: string | null = chosenSheet,
  ): Promise<Outcome | undefined> {
    setFailed(undefined);
    setPending(dryRun ? 'look' : 'load');
    try {
      return await send(text, dryRun, sheet);
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
    const text = await dataUrlOf(file);
    setCsv(text);
    await start(text, null);
  }
  /** Previews a table or sheet, and forgets the choices made for the previous one. */
  async function start(text: string, sheet: string | null): Promise<void> {
    onFile?.();
    setChosenSheet(sheet);
    setOutcome(await ask(text, true, sheet));
  }
  async function again(): Promise<void> {
    lastAsked.current += 1;
    const mine = lastAsked.current;
    const tried = await ask(csv, true);
    // Answers may arrive in another order.
    if (tried && mine === lastAsked.current) setOutcome(tried);
  }
  async function apply(): Promise<void> {
    const done = await ask(csv, false);
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
        <>
          <div role="status" style={{ color: 'var(--ic-text-muted)' }}>
            {isImporting && <p style={{ marginBottom: 8 }}>{t('settings.import.running')}</p>}
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
        </>
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
                onChange={(value) => void start(csv, value)}
              />
            </label>
          )}
          {preview(outcome, () => void again(), busy)}
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
