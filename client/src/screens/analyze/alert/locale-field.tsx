import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { locales } from '../../../../../shared/i18n/messages';
import { FieldFrame } from '../../../kit/form/field-frame';
import { fieldId, useForm } from '../../../kit/form/form-engine';
import { DisplayValue } from '../../../kit/form/display-value';
import { useFieldTexts } from '../../../kit/use-field-texts';

const NAME = 'locale';

/** Language of the notifications. */
export function LocaleField() {
  const { t } = useTranslation();
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  const chosen = locales.find((one) => one === form.values[NAME]) ?? 'ja';
  if (form.readOnly) {
    return <DisplayValue label={texts.label(NAME)}>{t(`alerts.languages.${chosen}`)}</DisplayValue>;
  }
  const id = fieldId(form, NAME);
  return (
    <FieldFrame id={id} label={texts.label(NAME)} error={form.errors[NAME]}>
      <Select
        id={id}
        style={{ width: 240 }}
        value={chosen}
        aria-label={texts.label(NAME)}
        options={locales.map((value) => ({ value, label: t(`alerts.languages.${value}`) }))}
        onChange={(value) => form.set(NAME, value)}
      />
    </FieldFrame>
  );
}
