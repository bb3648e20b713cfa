import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './home.module.css';
import { moveCard, toggleCard, type CardChoice } from './cards';

export interface CardEditorProps {
  choice: CardChoice;
  isDefault: boolean;
  onChange: (choice: CardChoice | undefined) => void;
}

/** Edits visibility and order of the dashboard cards. Changes apply immediately. */
export function CardEditor({ choice, isDefault, onChange }: CardEditorProps) {
  const { t } = useTranslation();
  const { order, hidden } = choice;
  return (
    <div
      style={{ width: 'min(300px, calc(100vw - 64px))' }}
      role="group"
      aria-label={t('overview.cards.title')}
    >
      <p className="ic-mb-8 ic-caption">{t('overview.cards.hint')}</p>
      <ol className={`ic-list ic-mb-12 ${styles.list}`}>
        {order.map((card, index) => {
          const name = t(`overview.card.${card}`);
          return (
            <li key={card}>
              <Checkbox checked={!hidden.includes(card)} onChange={() => onChange(toggleCard(choice, card))}>
                {name}
              </Checkbox>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={t('overview.cards.up', { card: name })}
                disabled={index === 0}
                onClick={() => onChange(moveCard(choice, card, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={t('overview.cards.down', { card: name })}
                disabled={index === order.length - 1}
                onClick={() => onChange(moveCard(choice, card, 1))}
              />
            </li>
          );
        })}
      </ol>
      <Button size="small" disabled={isDefault} onClick={() => onChange(undefined)}>
        {t('overview.cards.reset')}
      </Button>
    </div>
  );
}
