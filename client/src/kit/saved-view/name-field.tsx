import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../form/field-frame';

/** Field for the name of a view; a name is required. */
export function ViewNameField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="ic-mb-16">
      <FieldFrame id={id} label={t('views.name')} required error={error}>
        <Input
          id={id}
          autoFocus
          aria-required
          value={value}
          status={error ? 'error' : ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
      </FieldFrame>
    </div>
  );
}
