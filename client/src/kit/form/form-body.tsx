import { type ReactNode, useMemo, useRef } from 'react';
import { useSession } from '../../session/session-context';
import { ConflictNote } from './conflict-note';
import { blockComposingEnter } from '../enter-key';
import { type FormDefinition, openSections } from './form-definition';
import { FormProvider, useForm } from './form-engine';
import { FormSections } from './form-sections';
import styles from './form.module.css';
import { RestoredNote } from './restored-note';
import { SectionIndex } from './section-index';
import type { EntityForm } from './use-entity-form';
import { useFormDraft } from './use-form-draft';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../../i18n/punctuation';
import { useFieldTexts } from '../use-field-texts';
import { focusField } from './focus-field';
import { useRevealNote } from './use-reveal-note';

/** Errors of a form after an attempt to save; each line links to its field. */
function ErrorSummary({ messages }: { messages: readonly string[] }) {
  const { t } = useTranslation();
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  const place = useRef<HTMLDivElement>(null);
  const entries = Object.entries(form.errors);
  const isVisible = messages.length > 0 || (form.failed && entries.length > 0);
  // Each refusal creates a new array, even with the same messages.
  useRevealNote(place, isVisible && !form.submitting && messages);
  if (!isVisible) return null;
  const labelOf = (name: string): string => {
    const entry = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(name);
    return entry
      ? `${texts.label(entry[1] ?? '')} ${Number(entry[2]) + 1} ・ ${texts.label(`${entry[1]}_${entry[3]}`)}`
      : texts.label(name);
  };
  return (
    <div ref={place} className={styles.summary} role="alert" tabIndex={-1}>
      <h2>{entries.length > 0 ? t('form.summary', { count: entries.length }) : t('form.notSaved')}</h2>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {entries.length > 0 && (
        <ul>
          {entries.map(([name, message]) => (
            <li key={name}>
              <button type="button" onClick={() => focusField(form, [name])}>
                {labelOf(name)}
              </button>
              {withHeading('', message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export interface FormBodyProps {
  entityForm: EntityForm;
  definition: FormDefinition;
  inDialog?: boolean;
  /** Content above the sections: a saved note, next steps. */
  head?: ReactNode;
  /** Content below the sections: tags and links of the stored record. */
  below?: ReactNode;
  /** Footer inside the form: save and cancel of a page. */
  foot?: ReactNode;
  /** Content below the section index on the right. */
  aside?: ReactNode;
  formElementId: string;
}

/** Sections of a form with its errors above and, on wide windows, the index on the right. */
export function FormBody({
  entityForm,
  definition,
  inDialog = false,
  head,
  below,
  foot,
  aside,
  formElementId,
}: FormBodyProps) {
  const { profile } = useSession();
  const { form, messages, conflict } = entityForm;
  const isRestored = useFormDraft(form);
  const sections = useMemo(() => openSections(definition, profile), [definition, profile]);
  const indexed = !inDialog && sections.length > 1;
  return (
    <FormProvider value={form}>
      <form
        id={formElementId}
        noValidate
        autoComplete="off"
        className={inDialog ? styles.inDialog : `${styles.layout} ${indexed || aside ? '' : styles.single}`}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog is inside the page in React's tree; its form must not submit the page's form.
          event.stopPropagation();
          form.submit();
        }}
      >
        <div role="presentation" className={styles.sections} onKeyDown={blockComposingEnter}>
          {head}
          {isRestored && <RestoredNote />}
          {conflict && (
            <ConflictNote
              theirs={conflict.theirs}
              saved={conflict.saved}
              onReload={conflict.reload}
              onKeep={conflict.keep}
            />
          )}
          <ErrorSummary messages={messages} />
          <FormSections sections={sections} />
          {below}
          {foot}
        </div>
        {(indexed || aside) && (
          <div className={styles.indexPlace}>
            {indexed && <SectionIndex sections={sections} />}
            {aside}
          </div>
        )}
      </form>
    </FormProvider>
  );
}
