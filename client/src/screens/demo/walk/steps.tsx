import { CheckOutlined, ColumnWidthOutlined, ExportOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../kit/copy-button';
import { Panel } from '../../../kit/page';
import { useMediaQuery } from '../../../kit/use-window';
import { STEPS, type WalkLink } from './arrivals';
import type { Walk } from './use-walk';
import styles from './walk.module.css';

export interface StepsProps {
  walk: Walk;
  links: readonly WalkLink[];
  link: WalkLink;
  href: string;
  /** True after the link was followed. */
  started: boolean;
  onChoose: (linkId: number) => void;
  onFollow: () => void;
  onAgain: () => void;
}

/** Steps to do. The next one is highlighted. */
export function Steps({ walk, started, onAgain, ...link }: StepsProps) {
  const { t } = useTranslation();
  const now = STEPS.indexOf(walk.step);
  const done = (index: number): boolean => index < now;
  return (
    <Panel
      title={t('walk.steps.title')}
      actions={
        started && (
          <Button size="small" onClick={onAgain}>
            {t('walk.again')}
          </Button>
        )
      }
    >
      <ol className="ic-list ic-m-0">
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={`ic-flex ic-relative ic-gap-12 ${styles.step} ${index === now ? styles.now : ''}`}
            aria-current={index === now ? 'step' : undefined}
          >
            <span
              className={`ic-center ic-rigid ic-round ic-text-13 ic-figures ${styles.number} ${done(index) ? styles.done : ''}`}
              aria-hidden="true"
            >
              {done(index) ? <CheckOutlined /> : index + 1}
            </span>
            <div className="ic-fill">
              <h3
                className={`ic-baseline ic-wrap ic-m-0 ic-secondary ic-text-14 ic-strong ${styles.stepTitle}`}
              >
                {t(`walk.steps.${step}`)}
                {done(index) && <span className="ic-success ic-text-12">{t('walk.done')}</span>}
              </h3>
              <p className="ic-m-0 ic-note">{t(`walk.steps.${step}Text`)}</p>
              {step === 'click' && <FollowLink {...link} started={started} />}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type FollowProps = Omit<StepsProps, 'walk' | 'onAgain'>;

/** Link of the ad. Opens in a new tab, or in a window beside this one if the screen is wide enough. */
function FollowLink({ links, link, href, started, onChoose, onFollow }: FollowProps) {
  const { t } = useTranslation();
  const hasRoom = useMediaQuery('(min-width: 1200px)');
  const [blocked, setBlocked] = useState(false);

  function openBeside(): void {
    const width = Math.round(window.screen.availWidth / 2);
    const opened = window.open(
      href,
      'inflow-walk',
      `popup,width=${width},height=${window.screen.availHeight},left=${width},top=0`,
    );
    setBlocked(opened === null);
    if (opened !== null) onFollow();
  }

  return (
    <div className={`ic-grid ic-gap-12 ic-mt-12 ${styles.follow}`}>
      <label className="ic-row ic-gap-8 ic-text-13">
        <span className="ic-rigid ic-secondary" aria-hidden="true">
          {t('walk.ad')}
        </span>
        <Select
          aria-label={t('walk.ad')}
          className={`ic-fill ${styles.choice}`}
          showSearch={{ optionFilterProp: 'label' }}
          value={link.id}
          options={links.map((one) => ({ value: one.id, label: one.ad.label }))}
          onChange={onChoose}
        />
      </label>
      <div className="ic-flex ic-wrap ic-gap-8">
        <Button
          type={started ? 'default' : 'primary'}
          href={href}
          target="_blank"
          rel="noreferrer"
          icon={<ExportOutlined />}
          onClick={() => {
            setBlocked(false);
            onFollow();
          }}
        >
          {t('walk.open')}
        </Button>
        {hasRoom && (
          <Button icon={<ColumnWidthOutlined />} onClick={openBeside}>
            {t('walk.openBeside')}
          </Button>
        )}
      </div>
      {blocked && (
        <p className="ic-m-0 ic-error ic-text-13" role="alert">
          {t('walk.blocked')}
        </p>
      )}
      <p className="ic-row ic-gap-4 ic-m-0 ic-text-12">
        <code className="ic-ellipsis ic-secondary">{href}</code>
        <CopyButton text={href} label={t('walk.link')} />
      </p>
    </div>
  );
}
