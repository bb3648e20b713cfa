import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../kit/dialog/use-return-focus';
import styles from './cv-approve.module.css';

const KEYS = [
  ['next', ['j', '↓']],
  ['previous', ['k', '↑']],
  ['choose', ['x']],
  ['open', ['Enter']],
  ['approve', ['a']],
  ['reject', ['r']],
  ['pending', ['p']],
  ['undo', ['u']],
  ['help', ['?']],
] as const;

/** Keyboard shortcuts of the approval screen. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal
      open
      centered
      width={420}
      title={t('results.keys.title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <dl className={styles.keys}>
        {KEYS.map(([name, keys]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} style={{ marginRight: 4 }}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`results.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{t('results.keys.note')}</p>
    </Modal>
  );
}
