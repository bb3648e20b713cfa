import { Button, Input, Segmented } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useErasePersonMutation, useErasurePreviewQuery } from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { refusalOf } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { Panel } from '../../../kit/panel';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { Counts } from './counts';
import styles from './erasure.module.css';
import { subjectVariables, readSubject, subjectKinds, type Subject } from './subject';

const HINTS = {
  user: 'privacy.erasure.userHint',
  visitor: 'privacy.erasure.visitorHint',
  conversion: 'privacy.erasure.conversionHint',
} as const;

/** Selects the person to erase. The address holds the last lookup. */
export function ErasureForm({ productId, onErased }: { productId: number; onErased: () => void }) {
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
        className={`ic-flex ic-wrap ${styles.form}`}
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
  if (error) {
    const refusal = refusalOf(error);
    if (refusal.code === 'NOT_FOUND')
      return <StateNote title={t('privacy.erasure.nothing')} hint={t('privacy.erasure.nothingHint')} />;
    const reasons = Object.values(refusal.fields).flat();
    if (reasons.length > 0)
      return (
        <p className="ic-mt-12 ic-error" role="alert">
          {reasons.join(' ')}
        </p>
      );
  }
  const preview = data?.erasurePreview;
  if (!preview) return <LoadState error={error} retry={() => void refetch()} />;
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
    <div className={styles.found} aria-live="polite">
      <Counts counts={counts} />
      {counts.withdrawn > 0 && (
        <p className={`ic-p-8-16 ic-mt-8 ic-text-13 ${styles.warning}`}>
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
