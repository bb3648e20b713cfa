import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { routes } from '../../../../../shared/catalog';
import { StateNote } from '../../../kit/states';
import { mayOpen } from '../../../session/rights';
import { useSession } from '../../../session/session-context';

/** Setup screens. The first one accessible to the role is the next step. */
const STEPS = [
  { key: 'product', label: 'dashboard.openProduct' },
  { key: 'ad_setting', label: 'dashboard.openAds' },
] as const;

/** Replaces the metrics while nothing is measured, with the setup steps available to the role. */
export function NoData({ onGuide }: { onGuide?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { profile } = useSession();
  const steps = STEPS.flatMap((step) => {
    const route = routes.find(({ key }) => key === step.key);
    return route && mayOpen(profile, route) ? [{ ...step, path: route.path }] : [];
  });
  const maySetUp = steps.some(({ key }) => key === 'product');
  return (
    <StateNote
      title={t('dashboard.emptyTitle')}
      hint={t(maySetUp ? 'dashboard.emptyHint' : 'dashboard.emptyHintOthers')}
      action={
        onGuide ? (
          <Button type="primary" onClick={onGuide}>
            {t('dashboard.showSteps')}
          </Button>
        ) : (
          steps.map(({ key, label, path }, index) => (
            <Button key={key} type={index === 0 ? 'primary' : 'default'} onClick={() => void navigate(path)}>
              {t(label)}
            </Button>
          ))
        )
      }
    />
  );
}
