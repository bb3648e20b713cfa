import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../../i18n/punctuation';
import { useFieldTexts } from '../use-field-texts';
import { focusField } from './focus-field';
import { useForm } from './form-engine';
import styles from './form.module.css';
import { useRevealNote } from './use-reveal-note';

/** Errors of a form after an attempt to save; each line links to its field. */
export function ErrorSummary({ messages }: { messages: readonly string[] }) {
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
