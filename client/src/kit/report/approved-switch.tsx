import { Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** URL parameter of the switch. */
export const APPROVED = 'approved';

/** Switch that counts only approved conversions. */
export function ApprovedSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <span className="ic-row ic-gap-8 ic-caption">
      <Switch size="small" id={id} checked={on} onChange={onChange} />
      <label htmlFor={id} title={t('report.approvedHint')}>
        {t('report.approvedOnly')}
      </label>
    </span>
  );
}
