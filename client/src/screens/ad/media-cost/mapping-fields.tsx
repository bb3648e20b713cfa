import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adNamings, mediaFields, requiredMediaFields } from '../../../../../shared/catalog/media';
import { recordOf } from '../../../../../shared/records';
import { joinList } from '../../../i18n/punctuation';
import type { MediaMappingInput } from '../../../generated/graphql';
import { ColumnMapping, columnOptions, type MappedField } from '../../../kit/csv-import/column-mapping';
import type { Imported } from './import-dialog';

interface MappingFieldsProps {
  outcome: Imported;
  disabled: boolean;
  onChange: (mapping: MediaMappingInput) => void;
}

const REQUIRED: ReadonlySet<string> = new Set(requiredMediaFields);
/** Fields without which a value is 0. */
const NUMBERS: ReadonlySet<string> = new Set(['impressions', 'clicks']);

/** Maps file columns to fields. The mapping is suggested again for the next file of the source. */
export function MappingFields({ outcome, disabled, onChange }: MappingFieldsProps) {
  const { t } = useTranslation();
  const { columns, mapping, missing } = outcome;
  // Open only if the user has to choose a column.
  const [isOpen] = useState(missing.length > 0);
  const options = columnOptions(columns);
  const fields = mediaFields.map((name): MappedField => {
    const field = t(`mediaCosts.field.${name}`);
    const none = t(NUMBERS.has(name) ? 'mediaCosts.none' : 'mediaCosts.noColumn');
    return {
      name,
      label: REQUIRED.has(name) ? t('mediaCosts.requiredField', { field }) : field,
      value: mapping[name],
      options: REQUIRED.has(name) ? options : [{ value: null, label: none }, ...options],
      missing: missing.includes(name),
    };
  });
  const naming: MappedField = {
    name: 'adBy',
    label: t('mediaCosts.adBy'),
    value: mapping.adBy,
    options: adNamings.map((by) => ({ value: by, label: t(`mediaCosts.naming.${by}`) })),
  };
  return (
    <details className="ic-mb-16" open={isOpen}>
      <summary className="ic-pointer ic-mb-8">
        <span className="ic-strong">{t('mediaCosts.mapping')}</span>{' '}
        <span className="ic-hint">{joinList(mediaFields.flatMap((field) => mapping[field] ?? []))}</span>
      </summary>
      <ColumnMapping
        fields={[...fields, naming]}
        placeholder={t('mediaCosts.choose')}
        disabled={disabled}
        onChange={(name, value) =>
          onChange({ ...recordOf([...mediaFields, 'adBy'], (field) => mapping[field]), [name]: value })
        }
      />
    </details>
  );
}
