import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usesOwnSettings } from '../../../../../shared/domain/settings';
import { settingRules } from '../../../../../shared/settings';
import { isKeyOf, type UnknownRecord } from '../../../../../shared/records';
import { useAspQuery } from '../../../generated/graphql';
import { FieldValue } from '../../../kit/form/field-value';
import { useForm } from '../../../kit/form/form-engine';
import { formValues } from '../../../kit/form/form-definition';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useRight } from '../../../session/rights';
import styles from './inherited-group.module.css';

export type IndividualFlag =
  'useParamsIndividuallySetting' | 'resultNoticeIndividuallySetting' | 'autoApprovalIndividuallySetting';

/** Returns a condition that is true if the ad overrides the network's values. */
export const overridesNetwork =
  (flag: IndividualFlag) =>
  (values: UnknownRecord): boolean =>
    usesOwnSettings(values[flag], values.aspId != null);

/** Values that an ad inherits from its ad network, their origin, and a button to override them. */
export function InheritedGroup({ flag, names }: { flag: IndividualFlag; names: readonly string[] }) {
  const { t } = useTranslation();
  const form = useForm();
  const texts = useFieldTexts('asp');
  const aspId = typeof form.values.aspId === 'number' ? form.values.aspId : null;
  const mayRead = useRight('asps') !== 'none';
  const { data, error } = useAspQuery({ variables: { id: aspId ?? 0 }, skip: aspId === null || !mayRead });
  if (aspId === null) return form.readOnly ? null : <p className="ic-note">{t('settings.inherited.none')}</p>;
  if (overridesNetwork(flag)(form.values)) return null;
  // Agency users can't read ad networks.
  if (error || !mayRead) return <p className="ic-note">{t('settings.inherited.from')}</p>;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { asp } = data;
  const { fields } = settingRules.asp;
  const values = formValues(fields, asp);
  const copy = (): void => {
    for (const name of names) form.set(name, values[name]);
    form.set(flag, true);
  };
  const visibleNames = names.filter(
    (name) => values[name] !== null && values[name] !== '' && values[name] !== false,
  );
  return (
    <div className="ic-rounded ic-sunken ic-p-12-16 ic-card">
      <header className="ic-flex ic-wrap ic-between ic-gap-4-12 ic-text-13">
        <strong>{t('settings.inherited.title', { asp: asp.aspName })}</strong>
        <Link to={`/ad/asp-setting/${asp.id}`}>{t('settings.inherited.openAsp')}</Link>
      </header>
      <dl className={styles.values}>
        {(visibleNames.length > 0 ? visibleNames : names.slice(0, 1)).map((name) => (
          <div key={name}>
            <dt className="ic-secondary">{texts.label(name)}</dt>
            <dd>
              {isKeyOf(fields, name) && (
                <FieldValue name={name} field={fields[name]} value={values[name]} entity="asp" />
              )}
            </dd>
            <dd className="ic-tag ic-tone-primary">{t('settings.inherited.from')}</dd>
          </div>
        ))}
      </dl>
      {!form.readOnly && (
        <Button size="small" onClick={copy}>
          {t('settings.inherited.copyFrom')}
        </Button>
      )}
    </div>
  );
}
