import { Button, Input } from 'antd';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../shared/domain/calendar';
import { settingRules, validate } from '../../../../shared/settings';
import { useCreateNoteMutation, useUpdateNoteMutation } from '../../generated/graphql';
import { textAt } from '../../i18n/i18n';
import { useProductId } from '../../session/session-context';
import { failureText } from '../failure';
import { DayControl } from '../form/fields/day-control';
import { FieldFrame } from '../form/field-frame';
import { notify } from '../notifier';
import { useIdempotencyContext } from '../once';
import { dayText } from '../tokyo-date';
import { useFieldTexts } from '../use-field-texts';
import type { DayNote } from './use-day-notes';

/** Queries to refetch after a note changes. */
export const REFETCH_QUERIES = ['DayNotes'];

const { fields } = settingRules.note;

/** Form to create or edit a note; stays open with the reason if saving fails. */
export function NoteForm({
  note,
  day: given,
  onDone,
}: {
  note: DayNote | undefined;
  day: Day;
  onDone: () => void;
}) {
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
      <FieldFrame id={`${id}t`} label={texts.label('noteText')} required error={errors.noteText}>
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
