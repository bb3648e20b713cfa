import { ExclamationCircleFilled } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemOf, type FormSection } from './form-definition';
import { useForm } from './form-engine';
import { sectionId } from './form-sections';
import styles from './form.module.css';

const topOf = (name: string): string => name.split(/[.[]/)[0] ?? name;
/** Distance in pixels from the top of the window at which a section counts as current. */
const READING_LINE_PX = 160;

/** Index beside a long form; marks the current section and sections with errors. */
export function SectionIndex({ sections }: { sections: readonly FormSection[] }) {
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
      <ul className={styles.index}>
        {sections.map(({ key, title, items }) => {
          const bad = items.some((item) => wrong.has(itemOf(item).name ?? ''));
          return (
            <li key={key}>
              <button
                type="button"
                className={`${key === here ? styles.here : ''} ${bad ? styles.wrong : ''}`}
                aria-current={key === here || undefined}
                onClick={() =>
                  document.getElementById(sectionId(form.id, key))?.scrollIntoView({ behavior: 'smooth' })
                }
              >
                {title(t)}
                {bad && <ExclamationCircleFilled aria-label={t('form.sectionWrong')} />}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
