import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRight } from '../../session/rights';
import { isPlainClick } from '../plain-click';

export interface HistoryButtonProps {
  /** Entity and optional id whose changes to list; undefined for the whole company. */
  of?: { entity: string; id?: number };
  label?: string;
}

/** Link to the audit trail of a screen's content, for users who may read it. */
export function HistoryButton({ of, label }: HistoryButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (useRight('audit') === 'none') return null;
  const query = new URLSearchParams(
    of && { entity: of.entity, ...(of.id === undefined ? {} : { entityId: String(of.id) }) },
  );
  const to = `/config/audit${of ? `?${query}` : ''}`;
  return (
    <Button
      icon={<HistoryOutlined />}
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void navigate(to);
      }}
    >
      {label ?? t('settings.audit.open')}
    </Button>
  );
}
