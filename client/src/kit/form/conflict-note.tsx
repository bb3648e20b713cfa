import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldTexts } from '../use-field-texts';
import { FieldValue } from './field-value';
import { focusField } from './focus-field';
import { useForm } from './form-engine';
import { useRevealNote } from './form-notes';
import { changedFields, sameValue, type FormValues } from './form-definition';
import { useLastChangeQuery } from '../../generated/graphql';
import { useSession } from '../../session/session-context';
import { useRight } from '../../session/rights';
import { formatDateTime } from '../tokyo-date';

interface LastChangeProps {
  entity: string;
  id: number;
  /** Time of the last save, ISO 8601; undefined if the setting has none. */
  at: string | undefined;
}

/**
 * Says that a setting was saved concurrently, and when. Users who may read the audit trail also see by whom.
 */
export function LastChange(props: LastChangeProps) {
  const mayRead = useRight('audit') !== 'none';
  return mayRead ? <Named {...props} /> : <Lines at={props.at} />;
}

function Named({ entity, id, at }: LastChangeProps) {
  const { userId } = useSession().profile;
  const { data } = useLastChangeQuery({ variables: { entity, id }, fetchPolicy: 'network-only' });
  const last = data?.auditLogs.results[0];
  if (!last) return <Lines at={at} />;
  return <Lines name={last.userName} at={last.at} own={last.userId === userId} />;
}

interface LinesProps {
  name?: string;
  at: string | undefined;
  /** Whether the signed-in user saved it elsewhere; undefined if unknown. */
  own?: boolean;
}

function Lines({ name, at, own }: LinesProps) {
  const { t } = useTranslation();
  const time = at === undefined ? undefined : formatDateTime(at);
  return (
    <>
      <h2>{t(own === undefined ? 'form.conflictTitle' : own ? 'form.conflictOwn' : 'form.conflictOther')}</h2>
      {time && <p>{name && !own ? t('form.conflictBy', { name, time }) : t('form.conflictAt', { time })}</p>}
    </>
  );
}

export interface ConflictNoteProps {
  /** Values that are stored now. */
  theirs: FormValues;
  /** Id of the setting and time of the other save. */
  saved: Pick<LastChangeProps, 'id' | 'at'>;
  /** Takes the stored values and drops the user's input. */
  onReload: () => void;
  /** Keeps the user's input on top of the stored values, for the next save. */
  onKeep: () => void;
}

/**
 * Note about a concurrent save, perhaps from another tab of the same user. It compares both changes and
 * offers the choice between them.
 */
export function ConflictNote({ theirs, saved, onReload, onKeep }: ConflictNoteProps) {
  const { t } = useTranslation();
  const form = useForm();
  const place = useRef<HTMLDivElement>(null);
  useRevealNote(place, theirs);
  const texts = useFieldTexts(form.entity);
  const changed = changedFields(form.fields, form.initial, theirs);
  /**
   * Resolves the conflict. The buttons disappear with the note, so the focus moves to the first affected
   * field.
   */
  const resolve = (act: () => void, names: readonly string[]): void => {
    focusField(form, [...names, ...Object.keys(form.fields)]);
    act();
  };
  const cell = (name: string, value: unknown) => {
    const field = form.fields[name];
    return field && <FieldValue name={name} field={field} value={value} entity={form.entity} />;
  };
  return (
    <div ref={place} className="ic-rounded ic-p-16-20 ic-toned ic-tone-warning" role="alert" tabIndex={-1}>
      <LastChange entity={form.entity} {...saved} />
      <p>{t('form.conflictLead')}</p>
      {changed.length > 0 && (
        <table className="ic-wide ic-text-13 ic-table ic-break ic-mt-12 ic-mb-12">
          <thead>
            <tr>
              <th scope="col">{t('form.conflictField')}</th>
              <th scope="col">{t('form.conflictBefore')}</th>
              <th scope="col">{t('form.conflictTheirs')}</th>
              <th scope="col">{t('form.conflictMine')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((name) => (
              <tr key={name}>
                <th scope="row">{texts.label(name)}</th>
                <td>{cell(name, form.initial[name])}</td>
                <td>{cell(name, theirs[name])}</td>
                <td>
                  {sameValue(form.initial[name], form.values[name])
                    ? t('form.unchanged')
                    : cell(name, form.values[name])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="ic-flex ic-wrap ic-gap-8">
        <Button
          type="primary"
          onClick={() => resolve(onKeep, changedFields(form.fields, form.initial, form.values))}
        >
          {t('form.conflictKeep')}
        </Button>
        <Button onClick={() => resolve(onReload, changed)}>{t('form.conflictReload')}</Button>
      </div>
    </div>
  );
}
