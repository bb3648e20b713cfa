import { useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import {
  useErasuresQuery,
  type ErasureReceiptFragment,
  useErasePersonMutation,
  useErasurePreviewQuery,
} from '../../../generated/graphql';
import { BackPage, Page, Panel, PanelRow, PanelRows } from '../../../kit/page';
import { NoPermission } from '../../../kit/states';
import { useProductId, useSession } from '../../../session/session-context';
import { Button, Input, Segmented } from 'antd';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { Counts } from './counts';
import styles from './erasure.module.css';
import { useSearchParams } from 'react-router-dom';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';

/** Ways to identify a person. */
const subjectKinds = ['user', 'visitor', 'conversion'] as const;
type SubjectKind = (typeof subjectKinds)[number];

/** Person named by the address: `?kind=visitor&id=...`. */
interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

function readSubject(parameters: URLSearchParams): Subject {
  const kind = subjectKinds.find((one) => one === parameters.get('kind')) ?? 'user';
  return { kind, id: parameters.get('id') ?? '' };
}

/** Converts the subject to operation variables. */
const subjectVariables = ({
  kind,
  id,
}: Subject): { userId?: string; visitorId?: string; conversionId?: string } =>
  kind === 'user' ? { userId: id } : kind === 'visitor' ? { visitorId: id } : { conversionId: id };

const HINTS = {
  user: 'privacy.erasure.userHint',
  visitor: 'privacy.erasure.visitorHint',
  conversion: 'privacy.erasure.conversionHint',
} as const;

/** Selects the person to erase. The address holds the last lookup. */
function ErasureForm({ productId, onErased }: { productId: number; onErased: () => void }) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const requested = readSubject(parameters);
  const [typed, setTyped] = useState(requested);
  const [seen, setSeen] = useState(parameters.toString());
  // Back and Forward restore the earlier lookup.
  if (seen !== parameters.toString()) {
    setSeen(parameters.toString());
    setTyped(requested);
  }
  const id = useId();
  const lookUp = (): void => setParameters({ kind: typed.kind, id: typed.id });
  return (
    <Panel title={t('privacy.erasure.found')}>
      <form
        className="ic-flex ic-wrap ic-gap-8 ic-align-end"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.id !== '') lookUp();
        }}
      >
        <Segmented
          aria-label={t('privacy.erasure.by')}
          value={typed.kind}
          options={subjectKinds.map((value) => ({ value, label: t(`privacy.erasure.${value}`) }))}
          onChange={(kind) => setTyped({ ...typed, kind })}
        />
        <label className={styles.id} htmlFor={id}>
          <span className="ic-block ic-mb-4 ic-medium">{t(`privacy.erasure.${typed.kind}`)}</span>
          <Input
            id={id}
            value={typed.id}
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped({ ...typed, id: target.value })}
          />
        </label>
        <Button htmlType="submit" disabled={typed.id === ''}>
          {t('privacy.erasure.look')}
        </Button>
      </form>
      <p className="ic-mt-8 ic-note">{t(HINTS[typed.kind])}</p>
      {requested.id !== '' && (
        <SubjectData
          key={`${requested.kind} ${requested.id}`}
          productId={productId}
          subject={requested}
          onErased={onErased}
        />
      )}
    </Panel>
  );
}

/** Stored data of the requested person, with a button to erase it. */
function SubjectData({
  productId,
  subject,
  onErased,
}: {
  productId: number;
  subject: Subject;
  onErased: () => void;
}) {
  const { t } = useTranslation();
  const variables = { productId, ...subjectVariables(subject) };
  const { data, error, refetch } = useErasurePreviewQuery({ variables, fetchPolicy: 'network-only' });
  const [erase] = useErasePersonMutation();
  const [asking, setAsking] = useState(false);
  const preview = data?.erasurePreview;
  if (error || !preview)
    return (
      <LoadState
        missing={{ title: t('privacy.erasure.nothing'), hint: t('privacy.erasure.nothingHint') }}
        error={error}
        retry={() => void refetch()}
      />
    );
  const { counts, earlier } = preview;
  // Ids without records leave nothing to erase.
  const left = Object.entries(counts).some(
    ([kind, count]) => typeof count === 'number' && count > 0 && kind !== 'visitors' && kind !== 'customers',
  );
  if (!left)
    return (
      <p className="ic-mt-8 ic-note">
        {t('privacy.erasure.onlyEarlier')}
        {earlier && ` (${earlier.number})`}
      </p>
    );
  return (
    <div className="ic-section" aria-live="polite">
      <Counts counts={counts} />
      {counts.withdrawn > 0 && (
        <p className="ic-p-8-16 ic-mt-8 ic-text-13 ic-toned ic-tone-warning">
          {t('privacy.erasure.withdrawn', { count: counts.withdrawn })}
        </p>
      )}
      <p className="ic-mt-8 ic-note">{t('privacy.erasure.keeps')}</p>
      <Button danger type="primary" onClick={() => setAsking(true)}>
        {t('privacy.erasure.go')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('privacy.erasure.confirm')}
          okText={t('privacy.erasure.go')}
          danger
          run={async () => {
            const answer = await erase({ variables });
            const receipt = answer.data?.erasePerson;
            notify(
              'SUCCESS',
              t(receipt?.status === 'done' ? 'privacy.erasure.done' : 'privacy.erasure.started', {
                number: receipt?.number ?? '',
              }),
            );
          }}
          onResult={({ close, reload }) => {
            if (reload) {
              onErased();
              void refetch();
            }
            if (close) setAsking(false);
          }}
        >
          <p>{t('privacy.erasure.ask')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Downloads a text as a file. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Serialises a receipt without console-only fields. */
function asJson({ text: _text, ...receipt }: ErasureReceiptFragment): string {
  return `${JSON.stringify(receipt, (name, value: unknown) => (name === '__typename' ? undefined : value), 2)}\n`;
}

function ReceiptRow({ receipt }: { receipt: ErasureReceiptFragment }) {
  const { t } = useTranslation();
  const { number, status, requestedAt, finishedAt, userName, subjectKind, subjectDigest } = receipt;
  const kind = subjectKinds.find((one) => one === subjectKind);
  const save = (ending: 'txt' | 'json', word: string) => (
    <Button
      size="small"
      aria-label={t('privacy.erasure.save', { number, kind: word })}
      onClick={() => saveText(`${number}.${ending}`, ending === 'txt' ? receipt.text : asJson(receipt))}
    >
      {word}
    </Button>
  );
  return (
    <PanelRow
      name={
        <>
          <code className="ic-nowrap">{number}</code>{' '}
          <StatusTag tone={status === 'done' ? 'good' : 'waiting'}>
            {t(status === 'done' ? 'privacy.erasure.done_' : 'privacy.erasure.underWay')}
          </StatusTag>
        </>
      }
      facts={[
        formatDateTime(finishedAt ?? requestedAt),
        t('privacy.erasure.by_', { name: userName }),
        kind && t(`privacy.erasure.${kind}`),
        <code key="digest" title={subjectDigest}>
          {subjectDigest.slice(0, 12)}…
        </code>,
        <details key="counts" className={styles.details}>
          <summary>{t('privacy.erasure.rows')}</summary>
          <Counts counts={receipt.counts} />
        </details>,
      ]}
      actions={
        <span className="ic-flex ic-gap-8 ic-rigid">
          {save('txt', t('privacy.erasure.text'))}
          {save('json', t('privacy.erasure.json'))}
        </span>
      }
    />
  );
}

/** Receipts of a product's erasures, for filing. */
function Receipts({
  receipts,
  error,
  retry,
}: {
  receipts: readonly ErasureReceiptFragment[] | undefined;
  error: unknown;
  retry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Panel title={t('privacy.erasure.receipts')} lead={t('privacy.erasure.receiptsLead')}>
      {!receipts && <LoadState error={error} retry={retry} />}
      {receipts?.length === 0 && <p className="ic-mt-8 ic-note">{t('privacy.erasure.noReceipts')}</p>}
      <PanelRows>
        {receipts?.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} />
        ))}
      </PanelRows>
    </Panel>
  );
}

const UNDER_WAY_MS = 3_000;

/** Erasure of a person's data: lookup, record counts and receipts. */
export function ErasureScreen() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const productId = useProductId();
  const mayErase = profile.roleType === RoleType.ADMIN;
  const [pollInterval, setPollInterval] = useState(0);
  const { data, error, refetch } = useErasuresQuery({
    variables: { productId },
    fetchPolicy: 'cache-and-network',
    skip: !mayErase,
    pollInterval,
  });
  const underWay = data?.erasures.some(({ status }) => status === 'underWay') ?? false;
  if (underWay !== pollInterval > 0) setPollInterval(underWay ? UNDER_WAY_MS : 0);
  if (!mayErase) return <NoPermission />;
  return (
    <BackPage to="/config/product" label={t('menu.product')}>
      <Page title={t('privacy.erasure.title')} lead={t('privacy.erasure.lead')}>
        <ErasureForm key={productId} productId={productId} onErased={() => void refetch()} />
        <Receipts receipts={data?.erasures} error={error} retry={() => void refetch()} />
      </Page>
    </BackPage>
  );
}
