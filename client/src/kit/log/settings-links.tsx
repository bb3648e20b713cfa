import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { RightKey } from '../../../../shared/catalog';
import { useRight } from '../../session/rights';
import { isPlainClick } from '../plain-click';
import { HistoryButton } from '../setting/history-button';

/** Settings that applied to a row. */
export interface AppliedSettings {
  adId?: number | null;
  cvSettingId?: number;
}

/** Link that looks like a button, for users who may open its target. */
function SettingLink({ to, right, label }: { to: string; right: RightKey; label: string }) {
  const navigate = useNavigate();
  if (useRight(right) === 'none') return null;
  return (
    <Button
      icon={<SettingOutlined />}
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void navigate(to);
      }}
    >
      {label}
    </Button>
  );
}

/** Links from a row to the current settings behind the values that applied, and to their history. */
export function SettingsLinks({ adId, cvSettingId }: AppliedSettings) {
  const { t } = useTranslation();
  return (
    <span className="ic-row ic-wrap ic-gap-8">
      {adId != null && <SettingLink to={`/ad/setting/${adId}`} right="ads" label={t('logs.openAd')} />}
      {cvSettingId !== undefined && (
        <SettingLink
          to={`/ad/cv-setting/${cvSettingId}?mode=detail`}
          right="cv_settings"
          label={t('menu.cv_setting')}
        />
      )}
      <SettingLink to="/config/product" right="products" label={t('menu.product')} />
      {adId != null && <HistoryButton of={{ entity: 'ad', id: adId }} />}
      {cvSettingId !== undefined && <HistoryButton of={{ entity: 'cvSetting', id: cvSettingId }} />}
    </span>
  );
}
