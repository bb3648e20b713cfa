import { Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { entities, type Fields } from '../../../../shared/entities';
import { isKeyOf } from '../../../../shared/records';
import { FieldValue } from './field-value';
import { useFieldTexts } from '../use-field-texts';
import styles from './change-list.module.css';

/** A field before and after a change, values as JSON. */
export interface FieldChange {
  field: string;
  before?: string | null | undefined;
  after?: string | null | undefined;
}

const MOST_NAMED = 3;

/** A stored value; text that is no JSON stands as it is. */
function parsed(json: string | null | undefined): unknown {
  if (json == null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return value;
  } catch {
    return json;
  }
}

const plain = (value: unknown): string => (value === null || value === '' ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What a change did, field by field: named in the row, whole in a panel. */
export function ChangeList({ entity, changes }: { entity: string; changes: readonly FieldChange[] }) {
  const { t } = useTranslation();
  const texts = useFieldTexts(entity);
  const fields: Fields = isKeyOf(entities, entity) ? entities[entity].fields : {};
  const shown = (name: string, json: string | null | undefined) => {
    const field = fields[name];
    const value = parsed(json);
    return field ? <FieldValue name={name} field={field} value={value} entity={entity} /> : <span className={styles.value}>{plain(value) || t('form.notSet')}</span>;
  };
  if (changes.length === 0) return null;
  const names = changes.slice(0, MOST_NAMED).map(({ field }) => texts.label(field));
  const rest = changes.length - names.length;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('form.conflictField')}</th>
              <th scope="col">{t('settings.audit.before')}</th>
              <th scope="col">{t('settings.audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{texts.label(field)}</th>
                <td>{shown(field, before)}</td>
                <td>{shown(field, after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <button type="button" className={styles.open}>
        {names.join('、')}
        {rest > 0 && ` ${t('settings.audit.more', { count: rest })}`}
      </button>
    </Popover>
  );
}
