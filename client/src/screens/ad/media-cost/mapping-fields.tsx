import { Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  adNamings,
  makeMapping,
  mediaFields,
  requiredMediaFields,
  type MediaField,
} from '../../../../../shared/domain/media';
import { joinList } from '../../../i18n/punctuation';
import type { MediaMappingInput } from '../../../generated/graphql';
import type { Imported } from './import-dialog';
import styles from './media-cost.module.css';

interface MappingFieldsProps {
  outcome: Imported;
  disabled: boolean;
  onChange: (mapping: MediaMappingInput) => void;
}

const namingOf = (adBy: string) => adNamings.find((naming) => naming === adBy) ?? 'name';

/** Fields without which a value is 0. */
const NUMBERS: ReadonlySet<MediaField> = new Set(['impressions', 'clicks']);

const isRequired = (field: MediaField): boolean => requiredMediaFields.some((one) => one === field);

/** Maps file columns to fields. The mapping is suggested again for the next file of the source. */
export function MappingFields({
  outcome: { columns, mapping, missing },
  disabled,
  onChange,
}: MappingFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  // Open only if the user has to choose a column.
  const [isOpen] = useState(missing.length > 0);
  const chosen = makeMapping((field) => mapping[field] ?? null, namingOf(mapping.adBy));
  const options = columns
    .filter((name, at) => name !== '' && columns.indexOf(name) === at)
    .map((name) => ({ value: name, label: name }));
  const labelled = (name: string, text: string) => (
    <label htmlFor={`${id}-${name}`} className="ic-hint">
      {text}
    </label>
  );
  return (
    <details className={`ic-p-12-16 ic-mb-16 ${styles.mapping}`} open={isOpen}>
      <summary className="ic-pointer">
        <span className="ic-strong">{t('mediaCosts.mapping')}</span>{' '}
        <span className="ic-hint">{joinList(mediaFields.flatMap((field) => mapping[field] ?? []))}</span>
      </summary>
      <div className="ic-grid ic-gap-8-16 ic-mt-8">
        {mediaFields.map((field) => (
          <div key={field} className="ic-stack ic-shrink ic-gap-4">
            {labelled(
              field,
              isRequired(field)
                ? t('mediaCosts.requiredField', { field: t(`mediaCosts.field.${field}`) })
                : t(`mediaCosts.field.${field}`),
            )}
            <Select
              id={`${id}-${field}`}
              value={mapping[field] ?? null}
              disabled={disabled}
              showSearch
              status={missing.includes(field) ? 'error' : ''}
              options={[
                ...(isRequired(field)
                  ? []
                  : [
                      {
                        value: null,
                        label: t(NUMBERS.has(field) ? 'mediaCosts.none' : 'mediaCosts.noColumn'),
                      },
                    ]),
                ...options,
              ]}
              placeholder={t('mediaCosts.choose')}
              onChange={(name: string | null) => onChange({ ...chosen, [field]: name })}
            />
          </div>
        ))}
        <div className="ic-stack ic-shrink ic-gap-4">
          {labelled('adBy', t('mediaCosts.adBy'))}
          <Select
            id={`${id}-adBy`}
            value={mapping.adBy}
            disabled={disabled}
            options={adNamings.map((naming) => ({ value: naming, label: t(`mediaCosts.naming.${naming}`) }))}
            onChange={(naming: string) => onChange({ ...chosen, adBy: naming })}
          />
        </div>
      </div>
    </details>
  );
}
