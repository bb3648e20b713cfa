import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Drawer, Input } from 'antd';
import { useState, useId, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../shared/catalog';
import type { DayRange, Day } from '../../../../shared/domain/calendar';
import { useDeleteNoteMutation, useCreateNoteMutation, useUpdateNoteMutation } from '../../generated/graphql';
import { useSession, useProductId } from '../../session/session-context';
import { useRight } from '../../session/rights';
import { DeleteDialog } from '../dialog/delete-dialog';
import { useReturnFocus } from '../dialog/confirm-dialog';
import { formatDay, dayText } from '../tokyo-date';
import { useToday } from '../use-today';
import type { Opened } from './notes-bar';
import styles from './notes.module.css';
import type { DayNote } from './use-day-notes';
import { settingRules, validate } from '../../../../shared/settings';
import { textAt } from '../../i18n/i18n';
import { failureText } from '../failure';
import { DayControl } from '../form/fields/day-control';
import { FieldFrame } from '../form/field-frame';
import { notify } from '../notifier';
import { useIdempotencyContext } from '../once';
import { useFieldTexts } from '../use-field-texts';

/** Queries to refetch after a note changes. */
const REFETCH_QUERIES = ['DayNotes'];

const { fields } = settingRules.note;

/** Form to create or edit a note; stays open with the reason if saving fails. */
function NoteForm({ note, day: given, onDone }: { note: DayNote | undefined; day: Day; onDone: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const productId = useProductId();
  const texts = useFieldTexts('note');
  const [day, setDay] = useState<unknown>(given);
  const [noteText, setText] = useState(note?.text ?? '');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string>();
  const options = { refetchQueries: REFETCH_QUERIES, awaitRefetchQueries: true };
  const [create, creating] = useCreateNoteMutation(options);
  const [update, updating] = useUpdateNoteMutation(options);
  const once = useIdempotencyContext();
  const busy = creating.loading || updating.loading;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const validated = validate(fields, { day, noteText });
    setErrors(
      Object.fromEntries(
        Object.entries(validated.errors).map(([name, message]) => [
          name,
          textAt(t, `messages.${message.key}`, message.params),
        ]),
      ),
    );
    if (Object.keys(validated.errors).length > 0) return;
    const input = { day: dayText(Number(validated.values.day)), noteText: noteText.trim() };
    try {
      setFailed(undefined);
      if (note) await update({ variables: { id: note.id, input: { ...input, version: note.version } } });
      else await create({ variables: { input: { ...input, productId } }, context: once });
      notify('SUCCESS', t('notes.saved'));
      onDone();
    } catch (error) {
      setFailed(failureText(t, error));
    }
  }

  return (
    <form className="ic-grid ic-gap-8" noValidate onSubmit={(event) => void submit(event)}>
      <FieldFrame id={`${id}d`} label={texts.label('day')} required error={errors.day}>
        <DayControl
          id={`${id}d`}
          name="day"
          entity="note"
          label={texts.label('day')}
          field={fields.day}
          value={day}
          onChange={setDay}
          onLeave={() => undefined}
          invalid={errors.day !== undefined}
          disabled={busy}
          describedBy={`${id}d-note`}
        />
      </FieldFrame>
      <FieldFrame
        id={`${id}t`}
        label={texts.label('noteText')}
        required
        typed={{ value: noteText, max: 500 }}
        error={errors.noteText}
      >
        <Input.TextArea
          id={`${id}t`}
          autoFocus
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={500}
          value={noteText}
          disabled={busy}
          status={errors.noteText ? 'error' : ''}
          aria-describedby={`${id}t-note`}
          placeholder={t('notes.example')}
          onChange={({ target }) => setText(target.value)}
        />
      </FieldFrame>
      {failed !== undefined && (
        <p className="ic-error ic-text-13" role="alert">
          {failed}
        </p>
      )}
      <div className="ic-flex ic-gap-8">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('common.save')}
        </Button>
        <Button disabled={busy} onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

const WIDTH = 420;

interface NotesDrawerProps {
  notes: readonly DayNote[];
  range: DayRange;
  opened: Opened;
  onClose: () => void;
}

/** All notes of a time axis, newest first, with actions to create, edit and delete them. */
export function NotesDrawer({ notes, range, opened, onClose }: NotesDrawerProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { profile } = useSession();
  const mayWrite = useRight('notes') === 'edit';
  const today = useToday();
  const [editing, setEditing] = useState<DayNote | 'new' | undefined>(opened.adding ? 'new' : undefined);
  const [deleting, setDeleting] = useState<DayNote>();
  const [remove] = useDeleteNoteMutation({ refetchQueries: REFETCH_QUERIES, awaitRefetchQueries: true });
  const isOwn = ({ authorId }: DayNote): boolean =>
    mayWrite && (authorId === profile.userId || profile.roleType === RoleType.ADMIN);
  const day = opened.day ?? Math.min(today, range.to);
  return (
    <Drawer open size={WIDTH} title={t('report.notes.title')} onClose={onClose}>
      <p className="ic-mb-12 ic-note">{t('notes.lead')}</p>
      {editing === 'new' ? (
        <NoteForm note={undefined} day={day} onDone={() => setEditing(undefined)} />
      ) : (
        mayWrite && (
          <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('report.notes.add')}
          </Button>
        )
      )}
      {notes.length === 0 && (
        <p className="ic-mb-12 ic-note">
          {t('notes.none', { from: formatDay(range.from), to: formatDay(range.to) })}
        </p>
      )}
      <ul className={`ic-list ${styles.list}`}>
        {[...notes].reverse().map((note) => (
          <li key={note.id} className={note.day === opened.day ? 'ic-raised' : undefined}>
            {editing !== 'new' && editing?.id === note.id ? (
              <NoteForm note={note} day={note.day} onDone={() => setEditing(undefined)} />
            ) : (
              <>
                <div className="ic-row ic-gap-12 ic-caption ic-figures">
                  <time>{formatDay(note.day)}</time>
                  <span>{note.author ?? t('notes.gone')}</span>
                  {isOwn(note) && (
                    <span className="ic-push">
                      <Button
                        type="text"
                        size="small"
                        icon={<EditOutlined />}
                        aria-label={t('notes.edit', { day: formatDay(note.day) })}
                        onClick={() => setEditing(note)}
                      />
                      <Button
                        type="text"
                        size="small"
                        icon={<DeleteOutlined />}
                        aria-label={t('notes.remove', { day: formatDay(note.day) })}
                        onClick={() => setDeleting(note)}
                      />
                    </span>
                  )}
                </div>
                <p className="ic-mt-4 ic-break ic-pre">{note.text}</p>
              </>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <DeleteDialog
          name={deleting.text}
          remove={() => remove({ variables: { id: deleting.id, version: deleting.version } })}
          onResult={() => setDeleting(undefined)}
        />
      )}
    </Drawer>
  );
}
