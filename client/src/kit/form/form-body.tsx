import { type ReactNode, useMemo, useRef, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../../session/session-context';
import { ConflictNote } from './conflict-note';
import { blockComposingEnter } from '../enter-key';
import {
  briefSections,
  type FormDefinition,
  openSections,
  itemOf,
  type FormSection,
  type FormItem,
  changedFields,
  type FormValues,
  sameValue,
} from './form-definition';
import { FormProvider, useForm, type FormHandle } from './form-engine';
import styles from './form.module.css';
import { RestoredNote, useRevealNote } from './form-notes';
import type { EntityForm } from './use-entity-form';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../../i18n/punctuation';
import { useFieldTexts } from '../use-field-texts';
import { focusField } from './focus-field';
import { DownOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useDraft } from '../draft';
import { FormField } from './form-field';

const sectionId = (formId: string, key: string): string => `${formId}-section-${key}`;

const isField = (item: FormItem): item is FormItem & { name: string } => item.name !== undefined;

/** Sections of a form with their fields. */
function FormSections({ sections }: { sections: readonly FormSection[] }) {
  const { t } = useTranslation();
  const form = useForm();
  const { values, errors, initial, set } = form;

  // A user can't correct a hidden field, so an invalid value reverts when its field is hidden.
  useEffect(() => {
    for (const { name, when } of sections.flatMap(({ items }) => items.map(itemOf))) {
      if (name && when && errors[name] !== undefined && !when(values) && values[name] !== initial[name])
        set(name, initial[name]);
    }
  }, [sections, values, errors, initial, set]);

  return (
    <>
      {sections.map(({ key, title, lead, items }) => (
        <section
          key={key}
          id={sectionId(form.id, key)}
          className={`ic-card ${styles.section}`}
          aria-label={title(t)}
        >
          {sections.length > 1 && (
            <div className={styles.sectionHead}>
              <h2 className="ic-text-16 ic-strong">{title(t)}</h2>
              {lead && <p className="ic-mt-4 ic-note">{lead(t)}</p>}
            </div>
          )}
          <div className={styles.grid}>
            {items.map(itemOf).map((item, index) => {
              if (item.when && !item.when(form.values)) return null;
              if (isField(item)) return <FormField key={item.name} item={item} />;
              const part = item.render?.(form);
              if (!part) return null;
              return (
                <div key={`part-${index}`} className="ic-span">
                  {part}
                </div>
              );
            })}
          </div>
        </section>
      ))}
    </>
  );
}

/**
 * Returns the input worth storing: the changes of a stored record, all fields of a new one, never passwords.
 */
export function unsavedIn({
  dirty,
  fields,
  initial,
  stored,
  values,
}: Pick<FormHandle, 'dirty' | 'fields' | 'initial' | 'stored' | 'values'>): FormValues | undefined {
  if (!dirty) return undefined;
  const names = (stored ? changedFields(fields, initial, values) : Object.keys(fields)).filter(
    (name) => fields[name]?.kind !== 'password',
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, values[name]])) : undefined;
}

/**
 * Stores a form's input when the session expires.
 * @returns whether the form shows restored, unsaved input
 */
function useFormDraft(form: FormHandle): boolean {
  const restored = useDraft<FormValues>({
    form: `${form.entity} ${String(form.stored?.id ?? 'new')}`,
    unsaved: () => unsavedIn(form),
    restore: (values) => {
      if (!form.readOnly) form.restart(form.initial, values);
    },
  });
  return restored && form.dirty;
}

const topOf = (name: string): string => name.split(/[.[]/)[0] ?? name;
/** A section is current once its top is within this many pixels of the top of the window. */
const READING_LINE_PX = 160;

/** Index beside a long form; marks the current section and sections with errors. */
function SectionIndex({ sections }: { sections: readonly FormSection[] }) {
  const { t } = useTranslation();
  const form = useForm();
  const [here, setHere] = useState(sections[0]?.key);

  useEffect(() => {
    const follow = (): void => {
      // The last sections may be too short to reach the line, so the end of the page counts as the last one.
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) {
        setHere(sections.at(-1)?.key);
        return;
      }
      const passed = sections.filter(({ key }) => {
        const top = document.getElementById(sectionId(form.id, key))?.getBoundingClientRect().top;
        return top !== undefined && top < READING_LINE_PX;
      });
      setHere((passed.at(-1) ?? sections[0])?.key);
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [form.id, sections]);

  const wrong = new Set(Object.keys(form.errors).map(topOf));
  return (
    <nav aria-label={t('form.sections')}>
      <ul className="ic-list">
        {sections.map(({ key, title, items }) => {
          const bad = items.some((item) => wrong.has(itemOf(item).name ?? ''));
          return (
            <li key={key}>
              <button
                type="button"
                className={`ic-row ic-wide ic-gap-8 ic-option ic-note ${bad ? 'ic-error' : ''}`}
                aria-current={key === here || undefined}
                onClick={() =>
                  document.getElementById(sectionId(form.id, key))?.scrollIntoView({ behavior: 'smooth' })
                }
              >
                {title(t)}
                {bad && <ExclamationCircleFilled aria-label={t('common.invalidInput')} />}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

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
    <div ref={place} className="ic-rounded ic-p-12-16 ic-toned ic-tone-error" role="alert" tabIndex={-1}>
      <h2 className="ic-error ic-text-14 ic-strong">
        {entries.length > 0 ? t('form.summary', { count: entries.length }) : t('form.notSaved')}
      </h2>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {entries.length > 0 && (
        <ul className="ic-mt-4 ic-indent">
          {entries.map(([name, message]) => (
            <li key={name}>
              <button
                type="button"
                className="ic-plain-button ic-primary ic-start"
                onClick={() => focusField(form, [name])}
              >
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

/** Whether a new record has only values of its first fields, and no errors elsewhere. */
const isUntouched = ({ stored, fields, values, errors }: FormHandle, first: readonly string[]): boolean =>
  stored === undefined &&
  Object.entries(fields).every(
    ([name, { absent }]) => first.includes(name) || sameValue(values[name] ?? absent, absent),
  ) &&
  Object.keys(errors).every((name) => first.includes(topOf(name)));

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
  const { t } = useTranslation();
  const { profile } = useSession();
  const { form, messages, conflict } = entityForm;
  const isRestored = useFormDraft(form);
  const [isWhole, setWhole] = useState(false);
  const isBrief = !isWhole && definition.first !== undefined && isUntouched(form, definition.first);
  const sections = useMemo(() => {
    const open = openSections(definition, profile);
    return isBrief && definition.first ? briefSections(open, definition.first) : open;
  }, [definition, profile, isBrief]);
  /** Focuses the first of the fields that appear, because the button is gone then. */
  function showAll(): void {
    flushSync(() => setWhole(true));
    const names = openSections(definition, profile).flatMap(({ items }) =>
      items.map((item) => itemOf(item).name ?? ''),
    );
    focusField(
      form,
      names.filter((name) => !definition.first?.includes(name)),
    );
  }
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
        <div role="presentation" className="ic-stack ic-shrink ic-gap-16" onKeyDown={blockComposingEnter}>
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
          {isBrief && (
            <div>
              <Button icon={<DownOutlined />} onClick={showAll}>
                {t('form.showAll')}
              </Button>
              <span className="ic-hint ic-ms-8">{t('form.showAllHint')}</span>
            </div>
          )}
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
