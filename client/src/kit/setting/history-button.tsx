import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRight } from '../../session/use-right';
import { isPlain } from '../plain-click';

export interface HistoryButtonProps {
  /** Whose changes; those of one with its id. All of the company without it. */
  of?: { entity: string; id?: number };
}

/** The way to the changes of what a screen shows, for those who may see them. */
export function HistoryButton({ of }: HistoryButtonProps) {
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
        if (!isPlain(event)) return;
        event.preventDefault();
        void navigate(to);
      }}
    >
      {t('settings.audit.open')}
    </Button>
  );
}
