import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog/enums';
import { Sign } from '../../../kit/sign';
import { useConsoleConfig } from '../../../session/console-config';
import styles from './login.module.css';

/** Password of every demo account. README and start message state it too. */
const DEMO_PASSWORD = 'Password1!';

const isRole = (role: string): role is keyof typeof RoleType => Object.hasOwn(RoleType, role);

/** Demo accounts to choose with one click. Renders nothing outside demo mode. */
export function DemoAccounts(props: {
  disabled: boolean;
  onChoose: (email: string, password: string) => void;
}) {
  const { t } = useTranslation();
  const { demo, demoAccounts, demoPassword = DEMO_PASSWORD } = useConsoleConfig();
  if (!demo || demoAccounts.length === 0) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className={styles.demoTitle}>
        {t('session.demoTitle')}
      </h2>
      <p className={styles.demoHint}>{t('session.demoHint')}</p>
      <ul className={styles.accounts}>
        {demoAccounts.map(({ email, role }) => (
          <li key={email}>
            <button
              type="button"
              className={styles.account}
              disabled={props.disabled}
              onClick={() => props.onChoose(email, demoPassword)}
            >
              <span className={styles.role}>{isRole(role) ? t(`enums.RoleType.${role}`) : role}</span>
              <span className={styles.email}>{email}</span>
              <Sign name="next" className={styles.arrow} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
