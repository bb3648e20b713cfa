import { Button, Checkbox } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import { entriesOf } from '../../../../../shared/records';
import { auditFields } from '../../../../../shared/settings';
import {
  useSignInPolicyQuery,
  useUpdateSignInPolicyMutation,
  type SignInPolicyFieldsFragment,
} from '../../../generated/graphql';
import { enumLabel } from '../../../kit/enum-label';
import { failureText } from '../../../kit/failure';
import { DayControl } from '../../../kit/form/fields/day-control';
import { FieldFrame } from '../../../kit/form/field-frame';
import { notify } from '../../../kit/notifier';
import { Panel } from '../../../kit/page';
import { FormMessage } from '../../../kit/plain-form';
import { LoadState } from '../../../kit/setting/load-state';
import { dayText, parseDay } from '../../../kit/tokyo-date';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useSession } from '../../../session/session-context';

/** Form of the rule; ADMINs change it, others read it. */
function PolicyForm({ policy }: { policy: SignInPolicyFieldsFragment }) {
  const { t } = useTranslation();
  const id = useId();
  const texts = useFieldTexts('company');
  const isAdmin = useSession().profile.roleType === RoleType.ADMIN;
  const [update, { loading }] = useUpdateSignInPolicyMutation();
  const [roleTypes, setRoleTypes] = useState(policy.roleTypes);
  const storedFrom = policy.from ? parseDay(policy.from) : null;
  const [from, setFrom] = useState<unknown>(storedFrom);
  const isUnchanged =
    roleTypes.toSorted().join() === policy.roleTypes.join() && (from === '' ? null : from) === storedFrom;
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function save(): Promise<void> {
    setFailure(undefined);
    const text = String(from ?? '').trim();
    if (text && typeof from !== 'number') return setError(t('settings.company.factorDayWrong'));
    setError(undefined);
    try {
      const day = typeof from === 'number' ? dayText(from) : null;
      await update({ variables: { roleTypes, from: day, version: policy.version } });
      notify('SUCCESS', t('form.saved'));
    } catch (reason) {
      setFailure(failureText(t, reason));
    }
  }

  return (
    <>
      {failure && <FormMessage type="error">{failure}</FormMessage>}
      <div role="group" aria-labelledby={`${id}-roles`} className="ic-mb-16">
        <p id={`${id}-roles`} className="ic-mb-4 ic-medium">
          {texts.label('factorRoles')}
        </p>
        <Checkbox.Group
          disabled={!isAdmin}
          value={roleTypes}
          onChange={(chosen) => setRoleTypes(chosen.map(Number))}
          options={entriesOf(RoleType).map(([, value]) => ({
            value,
            label: enumLabel(t, 'RoleType', value),
          }))}
        />
      </div>
      {roleTypes.length > 0 && (
        <div className="ic-mb-16">
          <FieldFrame
            id={id}
            label={texts.label('factorFrom')}
            hint={t('settings.company.factorFromHint')}
            error={error}
          >
            <DayControl
              id={id}
              name="from"
              entity="company"
              label={texts.label('factorFrom')}
              field={auditFields.company.factorFrom}
              value={from}
              onChange={setFrom}
              onLeave={() => setError(undefined)}
              invalid={error !== undefined}
              disabled={!isAdmin}
              describedBy={`${id}-note`}
            />
          </FieldFrame>
        </div>
      )}
      {isAdmin && (
        <Button type="primary" loading={loading} disabled={isUnchanged} onClick={() => void save()}>
          {t('settings.company.factorSave')}
        </Button>
      )}
    </>
  );
}

/** Who of the company needs a second factor, and from when. */
export function SignInPolicy() {
  const { t } = useTranslation();
  const { data, error, refetch } = useSignInPolicyQuery({ fetchPolicy: 'network-only' });
  return (
    <Panel title={t('settings.company.factor')} lead={t('settings.company.factorLead')}>
      {data ? (
        <PolicyForm key={data.signInPolicy.version} policy={data.signInPolicy} />
      ) : (
        <LoadState error={error} retry={() => void refetch()} />
      )}
    </Panel>
  );
}
