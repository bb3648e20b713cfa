import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MASK, platformKeys, platformOf, platforms } from '../../../../../shared/catalog/platforms';
import { isRecord } from '../../../../../shared/records';
import { textAt } from '../../../i18n/i18n';
import { FieldFrame } from '../../../kit/form/field-frame';
import { fieldId, type FormHandle } from '../../../kit/form/form-engine';
import { useFieldTexts } from '../../../kit/use-field-texts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const credentialsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** Selects the platform, and with it the credentials to enter. Its name is the first name of the sender. */
export function PlatformPicker({ form }: { form: FormHandle }) {
  const texts = useFieldTexts(form.entity);
  const id = fieldId(form, 'platform');
  const platform = textOf(form.values.platform);

  function choose(key: string): void {
    const before = platformOf(platform)?.name;
    form.set('platform', key);
    form.set('credentials', key === form.initial.platform ? form.initial.credentials : {});
    const name = textOf(form.values.name);
    if (name === '' || name === before) form.set('name', platformOf(key)?.name ?? '');
  }

  return (
    <FieldFrame id={id} label={texts.label('platform')} required error={form.errors.platform}>
      <Select
        id={id}
        className="ic-wide"
        disabled={form.readOnly}
        value={platform || null}
        autoFocus={!form.stored}
        aria-describedby={`${id}-note`}
        options={platformKeys.map((key) => ({ value: key, label: platforms[key].name }))}
        onChange={choose}
      />
    </FieldFrame>
  );
}

/** Inputs of the credentials of the selected platform. Stored secrets are never shown. */
export function CredentialFields({ form }: { form: FormHandle }) {
  const { t } = useTranslation();
  const platform = platformOf(textOf(form.values.platform));
  const values = credentialsOf(form.values.credentials);
  const first = fieldId(form, 'credentials');
  if (!platform) return null;
  return (
    <div className="ic-stack ic-gap-16">
      {platform.credentials.map(({ name, required = false, secret = false }, index) => {
        const id = index === 0 ? first : `${first}-${name}`;
        const isStored = values[name] === MASK;
        const shared = {
          id,
          autoComplete: 'off',
          disabled: form.readOnly,
          value: isStored ? '' : textOf(values[name]),
          'aria-describedby': `${id}-note`,
          onChange: ({ target }: { target: { value: string } }) =>
            form.set('credentials', {
              ...values,
              [name]:
                secret && target.value === '' ? credentialsOf(form.initial.credentials)[name] : target.value,
            }),
        };
        return (
          <div key={name}>
            <FieldFrame
              id={id}
              label={textAt(t, `sends.credential.${name}`)}
              required={required && !isStored}
              hint={secret && isStored ? t('sends.stored') : undefined}
              error={index === 0 ? form.errors.credentials : undefined}
            >
              {secret ? <Input.Password {...shared} autoComplete="new-password" /> : <Input {...shared} />}
            </FieldFrame>
          </div>
        );
      })}
    </div>
  );
}
