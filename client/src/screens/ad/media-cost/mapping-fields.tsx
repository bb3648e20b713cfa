import { useState } from 'react';
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
import { ColumnMapping, columnOptions, type MappedField } from '../../../kit/csv-import/column-mapping';
import type { Imported } from './import-dialog';

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
  // Open only if the user has to choose a column.
  const [isOpen] = useState(missing.length > 0);
  const chosen = makeMapping((field) => mapping[field] ?? null, namingOf(mapping.adBy));
  const options = columnOptions(columns);
  const fields = mediaFields.map((field): MappedField => {
    const label = t(`mediaCosts.field.${field}`);
    const none = t(NUMBERS.has(field) ? 'mediaCosts.none' : 'mediaCosts.noColumn');
    return {
      name: field,
      label: isRequired(field) ? t('mediaCosts.requiredField', { field: label }) : label,
      value: mapping[field] ?? null,
      options: isRequired(field) ? options : [{ value: null, label: none }, ...options],
      missing: missing.includes(field),
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
        onChange={(name, value) => onChange({ ...chosen, [name]: value })}
      />
    </details>
  );
}
