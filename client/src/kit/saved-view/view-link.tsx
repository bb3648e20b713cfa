import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SavedViewPartsFragment } from '../../generated/graphql';
import { CopyButton } from '../copy-button';
import { viewLink } from '../view-address';
import styles from './saved-view.module.css';

/** Short link of a view, to copy, and a note on who can open it. */
export function ViewLink({
  view,
  autoFocus = false,
}: {
  view: Pick<SavedViewPartsFragment, 'code' | 'shared'>;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  const link = viewLink(view);
  return (
    <div>
      <div className={styles.link}>
        <Input
          readOnly
          autoFocus={autoFocus}
          value={link}
          aria-label={t('views.link')}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton wide primary={autoFocus} text={link} label={t('views.link')} />
      </div>
      <p className={styles.note}>{t(view.shared ? 'views.linkShared' : 'views.linkPrivate')}</p>
    </div>
  );
}
