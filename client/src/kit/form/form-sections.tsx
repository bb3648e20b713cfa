import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormItem, FormSection } from './form-definition';
import { itemOf } from './form-definition';
import { useForm } from './form-engine';
import { FormField } from './form-field';
import styles from './form.module.css';

export const sectionId = (formId: string, key: string): string => `${formId}-section-${key}`;

const isField = (item: FormItem): item is FormItem & { name: string } => item.name !== undefined;

/** Sections of a form with their fields. */
export function FormSections({ sections }: { sections: readonly FormSection[] }) {
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
              {lead && <p className="ic-mt-2 ic-note">{lead(t)}</p>}
            </div>
          )}
          <div className={styles.grid}>
            {items.map(itemOf).map((item, index) => {
              if (item.when && !item.when(form.values)) return null;
              if (isField(item)) return <FormField key={item.name} item={item} />;
              const part = item.render?.(form);
              if (!part) return null;
              return (
                <div key={`part-${index}`} className={styles.whole}>
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
