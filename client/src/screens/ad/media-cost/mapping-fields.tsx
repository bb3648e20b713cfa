import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  adNamings,
  mediaFields,
  requiredMediaFields,
  type MediaField,
} from '../../../../../shared/domain/media';
import type { MediaMappingInput } from '../../../generated/graphql';
import type { Imported } from './import-dialog';
import styles from './media-cost.module.css';

interface MappingFieldsProps {
  outcome: Imported;
  disabled: boolean;
  onChange: (mapping: MediaMappingInput) => void;
}

const isRequired = (field: MediaField): boolean => requiredMediaFields.some((one) => one === field);

/** Maps file columns to fields. The mapping is suggested again for the next file of the source. */
export function MappingFields({
  outcome: { columns, mapping, missing },
  disabled,
  onChange,
}: MappingFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { day, ad, adBy, cost, impressions, clicks } = mapping;
  const chosen = { day, ad, adBy, cost, impressions, clicks };
  const options = columns
    .filter((name, at) => name !== '' && columns.indexOf(name) === at)
    .map((name) => ({ value: name, label: name }));
  const labelled = (name: string, text: string) => (
    <label htmlFor={`${id}-${name}`} className="ic-hint">
      {text}
    </label>
  );
  return (
    <fieldset className={`ic-grid ic-gap-8-16 ic-p-12-16 ${styles.mapping}`}>
      <legend className="ic-strong">{t('mediaCosts.mapping')}</legend>
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
              ...(isRequired(field) ? [] : [{ value: null, label: t('mediaCosts.none') }]),
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
          value={adBy}
          disabled={disabled}
          options={adNamings.map((naming) => ({ value: naming, label: t(`mediaCosts.naming.${naming}`) }))}
          onChange={(naming: string) => onChange({ ...chosen, adBy: naming })}
        />
      </div>
    </fieldset>
  );
}
