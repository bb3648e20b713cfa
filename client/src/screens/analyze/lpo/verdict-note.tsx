import { CheckCircleFilled, ClockCircleOutlined, InfoCircleOutlined } from '@ant-design/icons';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DECIDED_FROM } from '../../../../../shared/domain/experiment';
import type { TestView } from './tests';
import { lossText, probabilityText, roundedUp, shareText } from './texts';
import styles from './test-panel.module.css';

const DAYS_A_YEAR = 365;

interface Words {
  tone: 'good' | 'waiting' | 'quiet';
  title: string;
  hints: readonly string[];
}

function undecided(view: TestView, leader: number, clicks: number, t: TFunction): Words {
  const { prospect, title: name } = view.variants[leader]!;
  const days = view.pace > 0 ? Math.ceil(clicks / view.pace) : Infinity;
  const loss = t('lpo.verdict.undecidedLoss', { name, loss: lossText(prospect?.expectedLoss ?? 0, t) });
  if (days > DAYS_A_YEAR)
    return {
      tone: 'waiting',
      title: t('lpo.verdict.undecidedLong'),
      hints: [loss, t('lpo.verdict.undecidedHint', { threshold: shareText(DECIDED_FROM, 0) })],
    };
  return {
    tone: 'waiting',
    title: `${t('lpo.verdict.undecided', { count: roundedUp(clicks) })}${t('lpo.verdict.pace', { count: roundedUp(days) })}`,
    hints: [t('lpo.verdict.undecidedHint', { threshold: shareText(DECIDED_FROM, 0) }), loss],
  };
}

function verdictTexts(view: TestView, t: TFunction): Words {
  const { verdict, variants } = view;
  switch (verdict.state) {
    case 'idle':
      return { tone: 'quiet', title: t('lpo.verdict.idle'), hints: [] };
    case 'single':
      return { tone: 'quiet', title: t('lpo.verdict.single'), hints: [t('lpo.verdict.singleHint')] };
    case 'open':
      return { tone: 'waiting', title: t('lpo.verdict.open'), hints: [t('lpo.verdict.openHint')] };
    case 'undecided':
      return undecided(view, verdict.leader, verdict.clicks, t);
    case 'decided': {
      const { title: name, retired, prospect } = variants[verdict.leader]!;
      const hint = t('lpo.verdict.decidedHint', {
        probability: probabilityText(prospect?.bestProbability ?? 1, t),
        loss: lossText(prospect?.expectedLoss ?? 0, t),
      });
      return {
        tone: 'good',
        title: t(retired ? 'lpo.verdict.decidedRetired' : 'lpo.verdict.decided', { name }),
        hints: [hint, t('lpo.verdict.periodHint')],
      };
    }
  }
}

const ICONS = {
  good: <CheckCircleFilled />,
  waiting: <ClockCircleOutlined />,
  quiet: <InfoCircleOutlined />,
};

/** Verdict of a test in one sentence, with the evidence. */
export function VerdictNote({ view }: { view: TestView }) {
  const { t } = useTranslation();
  const { tone, title, hints } = verdictTexts(view, t);
  return (
    <div className={`ic-baseline ic-gap-10 ${styles.verdict} ${styles[tone]}`}>
      <span className={`ic-muted ${styles.icon}`} aria-hidden="true">
        {ICONS[tone]}
      </span>
      <div>
        <p className="ic-text-14 ic-strong">{title}</p>
        {hints.map((hint) => (
          <p key={hint} className={`ic-caption ${styles.hint}`}>
            {hint}
          </p>
        ))}
      </div>
    </div>
  );
}
