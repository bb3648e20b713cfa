import { useTranslation } from 'react-i18next';
import { settingDefinitions } from '../../../../../shared/settings';
import { useAspQuery } from '../../../generated/graphql';
import { FieldValue } from '../../../kit/form/field-value';
import { useForm } from '../../../kit/form/form-engine';
import { formValues } from '../../../kit/form/values';
import styles from './inherited-group.module.css';

/** Fees of the ad network while the ad has no fees. */
export function AspFees() {
  const { t } = useTranslation();
  const { values } = useForm();
  const aspId = typeof values.aspId === 'number' ? values.aspId : null;
  const own = Array.isArray(values.adFeeSetting) && values.adFeeSetting.length > 0;
  const { data } = useAspQuery({ variables: { id: aspId ?? 0 }, skip: aspId === null || own });
  const asp = own ? undefined : data?.asp;
  if (!asp || asp.adFeeSetting.length === 0) return null;
  const fees = formValues(settingDefinitions.asp.fields, asp).adFeeSetting;
  return (
    <div className={styles.panel} style={{ marginTop: 12 }}>
      <p className={styles.note}>{t('settings.inherited.fees', { asp: asp.aspName })}</p>
      <FieldValue
        name="adFeeSetting"
        field={settingDefinitions.asp.fields.adFeeSetting}
        value={fees}
        entity="asp"
      />
    </div>
  );
}
