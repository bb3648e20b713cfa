import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { placeholders } from '../../../../../shared/domain/results';
import styles from './fields.module.css';
import { inputProps, textOf, type ControlProps } from './control';

/**
 * Input for tags and addresses with placeholders in braces for values of a result. A click inserts one at
 * the cursor.
 */
export function TemplateControl(props: ControlProps) {
  const { id, field, value, onChange, disabled } = props;
  const { t } = useTranslation();
  const text = textOf(value);

  function insert(name: string): void {
    const element = document.getElementById(id);
    const area = element instanceof HTMLTextAreaElement ? element : null;
    const start = area?.selectionStart ?? text.length;
    const end = area?.selectionEnd ?? start;
    const piece = `{${name}}`;
    onChange(text.slice(0, start) + piece + text.slice(end));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(start + piece.length, start + piece.length);
    });
  }

  return (
    <>
      <Input.TextArea
        {...inputProps(props)}
        className={styles.code ?? ''}
        autoSize={{ minRows: field.kind === 'template' ? 4 : 2, maxRows: 14 }}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {!disabled && (
        <div className={styles.placeholders} role="group" aria-label={t('form.placeholders')}>
          <span>{t('form.placeholders')}</span>
          {placeholders.map((name) => (
            <button
              key={name}
              type="button"
              title={t(`form.placeholder.${name}`)}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
