import { ArrowRightOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingRules, type Fields } from '../../../../shared/settings';
import { isKeyOf } from '../../../../shared/records';
import { FieldValue } from './field-value';
import { useFieldTexts } from '../use-field-texts';
import styles from './form.module.css';

/** A field before and after a change, values as JSON. */
export interface FieldChange {
  field: string;
  before?: string | null | undefined;
  after?: string | null | undefined;
}

const MAX_LINES = 5;
/** Values as JSON that carry no information. */
const EMPTY_VALUES: ReadonlySet<string | null> = new Set([null, '""', '[]', 'false', '0']);

/** Parses a stored value; returns text that is not JSON unchanged. */
function parseJson(json: string | null | undefined): unknown {
  if (json == null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return value;
  } catch {
    return json;
  }
}

const plainText = (value: unknown): string =>
  value === null || value === '' ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

interface ChangesProps {
  entity: string;
  changes: readonly FieldChange[];
}

/** Returns a function that renders a field's value from its JSON. */
function useValueRenderer(entity: string) {
  const { t } = useTranslation();
  const fields: Fields = isKeyOf(settingRules, entity) ? settingRules[entity].fields : {};
  return (name: string, json: string | null | undefined) => {
    const field = fields[name];
    const value = parseJson(json);
    return field ? (
      <FieldValue name={name} field={field} value={value} entity={entity} />
    ) : (
      <span className="ic-pre">{plainText(value) || t('form.notSet')}</span>
    );
  };
}

interface ComparedField {
  field: string;
  label: string;
  before: ReactNode;
  after: ReactNode;
}

/** Button that opens a panel with all fields of a change. */
function ComparisonPanel({ rows, children }: { rows: readonly ComparedField[]; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <table className="ic-table ic-break">
          <thead>
            <tr>
              <th scope="col">{t('form.conflictField')}</th>
              <th scope="col">{t('settings.audit.before')}</th>
              <th scope="col">{t('settings.audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, label, before, after }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <button type="button" className="ic-max-wide ic-plain-button ic-ellipsis ic-primary ic-start">
        {children}
      </button>
    </Popover>
  );
}

/** A field of an audit trail entry in words. */
interface FieldWords {
  field: string;
  label: string;
  beforeText: string;
  afterText: string;
}

/** What an entry of the audit trail did, with its fields in a panel. */
export function AuditSummary({ summary, changes }: { summary: string; changes: readonly FieldWords[] }) {
  const { t } = useTranslation();
  if (changes.length === 0) return summary;
  const text = (value: string) => <span className="ic-pre">{value || t('form.notSet')}</span>;
  return (
    <ComparisonPanel
      rows={changes.map(({ field, label, beforeText, afterText }) => ({
        field,
        label,
        before: text(beforeText),
        after: text(afterText),
      }))}
    >
      {summary}
    </ComparisonPanel>
  );
}

interface ChangeLinesProps extends ChangesProps {
  isNew: boolean;
  /** Field to omit, because it is visible beside the list. */
  except?: string;
  /** Shows all fields at once. */
  whole?: boolean;
}

/** Fields of a change with their values before and after; only the new values of a new record. */
export function ChangeLines({ entity, changes, isNew, except, whole = false }: ChangeLinesProps) {
  const { t } = useTranslation();
  const texts = useFieldTexts(entity);
  const renderValue = useValueRenderer(entity);
  // A new record has a value in every field; the empty ones are left out.
  const displayed = isNew
    ? changes.filter(({ field, after }) => field !== except && !EMPTY_VALUES.has(after ?? null))
    : changes;
  const lines = whole ? displayed : displayed.slice(0, MAX_LINES);
  const rest = displayed.length - lines.length;
  return (
    <>
      <dl className={`ic-stack ic-gap-4 ${styles.lines} ${whole ? styles.whole : ''}`}>
        {lines.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{texts.label(field)}</dt>
            <dd>
              {!isNew && (
                <>
                  <span className="ic-secondary">{renderValue(field, before)}</span>
                  <ArrowRightOutlined
                    className="ic-secondary ic-text-11 ic-mx-4"
                    aria-label={t('form.becomes')}
                  />
                </>
              )}
              {renderValue(field, after)}
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && (
        <ComparisonPanel
          rows={displayed.map(({ field, before, after }) => ({
            field,
            label: texts.label(field),
            before: renderValue(field, before),
            after: renderValue(field, after),
          }))}
        >
          {t('settings.audit.more', { count: rest })}
        </ComparisonPanel>
      )}
    </>
  );
}
