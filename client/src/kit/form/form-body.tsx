import { useMemo, type ReactNode } from 'react';
import { useSession } from '../../session/session-context';
import { ConflictNote } from './conflict-note';
import { blockComposingEnter } from '../enter-key';
import { ErrorSummary } from './error-summary';
import { openSections, type FormDefinition } from './form-definition';
import { FormProvider } from './form-engine';
import { FormSections } from './form-sections';
import styles from './form.module.css';
import { RestoredNote } from './restored-note';
import { SectionIndex } from './section-index';
import type { EntityForm } from './use-entity-form';
import { useFormDraft } from './use-form-draft';

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
