import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { Panel } from '../../../kit/page';
import { Placeholder } from '../../../kit/loading';
import type { BlockProps } from '../../../kit/report/report-blocks';
import { useRowNames } from '../../../kit/report/use-row-names';
import { StateNote } from '../../../kit/states';
import { useElementHeight } from '../../../kit/use-window';
import { useRight } from '../../../session/rights';
import styles from './lpo.module.css';
import { type LpoTest, showsTests, type TestView, testViews } from './tests';
import {
  SettingOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  InfoCircleOutlined,
} from '@ant-design/icons';
import type { MetricLinks } from '../../../kit/report/drill-down-links';
import { DeliveryNote } from './delivery-note';
import { VariantTable } from './variant-table';
import type { TFunction } from 'i18next';
import { DECIDED_FROM } from '../../../../../shared/domain/experiment';
import { lossText, probabilityText, roundedUp, shareText } from './texts';

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

const TONES = { good: 'ic-toned ic-tone-success', waiting: 'ic-toned ic-tone-primary', quiet: 'ic-sunken' };

/** Verdict of a test in one sentence, with the evidence. */
function VerdictNote({ view }: { view: TestView }) {
  const { t } = useTranslation();
  const { tone, title, hints } = verdictTexts(view, t);
  return (
    <div className={`ic-baseline ic-gap-8 ic-rounded ic-p-8-16 ${TONES[tone]}`}>
      <span className={styles.icon} aria-hidden="true">
        {ICONS[tone]}
      </span>
      <div>
        <p className="ic-text-14 ic-strong">{title}</p>
        {hints.map((hint) => (
          <p key={hint} className="ic-caption">
            {hint}
          </p>
        ))}
      </div>
    </div>
  );
}

interface TestPanelProps {
  view: TestView;
  range: DayRange;
  onRange: (range: DayRange) => void;
  /** Links from a variant's metric values to the rows behind them. */
  opens: MetricLinks | undefined;
}

/** Split test with its verdict, delivery check and variants. */
function TestPanel({ view, range, onRange, opens }: TestPanelProps) {
  const { t } = useTranslation();
  const canViewRedirects = useRight('redirects') !== 'none';
  return (
    <Panel
      title={view.name}
      lead={t('lpo.summary', { clicks: view.clicks, cvs: view.cvs })}
      actions={
        canViewRedirects && (
          <Link
            data-screen-only
            to={`/ad/redirect-setting/${view.redirectId}`}
            className="ic-nowrap ic-text-13"
          >
            <SettingOutlined aria-hidden="true" /> {t('lpo.settings')}
          </Link>
        )
      }
    >
      <div className="ic-grid ic-gap-8">
        <VerdictNote view={view} />
        {view.verdict.state !== 'idle' && <DeliveryNote view={view} range={range} onRange={onRange} />}
      </div>
      {view.verdict.state !== 'idle' && <VariantTable view={view} opens={opens} />}
    </Panel>
  );
}

/** Tests shown initially. Each test is evaluated when it renders. */
const FIRST = 4;
const MORE = 12;

export interface TestsBlockProps extends BlockProps {
  tests: readonly LpoTest[] | undefined;
  /** Date range of the rows. */
  range: DayRange | undefined;
}

/** Panels of the split tests in the rows. */
export function TestsBlock({ tests, rows, range, controls, opens }: TestsBlockProps) {
  const { t } = useTranslation();
  const [most, setMost] = useState(FIRST);
  const [panels, height] = useElementHeight();
  const names = useRowNames();
  const { axes, search } = controls.state;
  const views = useMemo(
    () =>
      tests &&
      rows &&
      range &&
      (showsTests(axes)
        ? testViews(tests, rows, { axes, range, all: !search }, (row, axis) => names.on(row, axis))
        : null),
    [tests, rows, axes, range, search, names],
  );
  if (views === undefined || range === undefined) return <WaitingTests height={height} />;
  if (views === null) {
    return (
      <Panel
        title={t('lpo.tests')}
        lead={t('lpo.axesNote')}
        actions={
          <Button onClick={() => controls.setAxes(['redirect', 'lpoTitle'])}>{t('lpo.axesReset')}</Button>
        }
      >
        {null}
      </Panel>
    );
  }
  if (views.length === 0) return null;
  const change = (chosen: DayRange): void =>
    controls.setPeriod({ preset: 'custom', range: chosen }, controls.state.comparison);
  return (
    <div ref={panels} className={`ic-grid ic-gap-16 ${styles.panels}`}>
      {views.slice(0, most).map((view) => (
        <TestPanel key={view.key} view={view} range={range} onRange={change} opens={opens} />
      ))}
      {views.length > most && (
        <Button className="ic-push" onClick={() => setMost(most + MORE)}>
          {t('lpo.moreTests', { count: views.length - most })}
        </Button>
      )}
    </div>
  );
}

/** @param height height of the previous content, reserved to keep the content below in place */
export function WaitingTests({ height }: { height: number }) {
  const { t } = useTranslation();
  return (
    <div className="ic-grid" style={{ minHeight: height }}>
      <Panel title={t('lpo.tests')}>
        <div className={`ic-grid ic-gap-16 ${styles.panels} ${styles.toCome}`} aria-busy="true" data-to-come>
          {[60, 40, 90, 90, 90].map((width, index) => (
            <Placeholder key={index} width={`${width}%`} height={14} />
          ))}
        </div>
      </Panel>
    </div>
  );
}

/** Explains how to start a split test. */
export function NoTests() {
  const { t } = useTranslation();
  const canViewRedirects = useRight('redirects') !== 'none';
  return (
    <Panel title={t('lpo.tests')}>
      <StateNote
        title={t('lpo.emptyTitle')}
        hint={t('lpo.emptyHint')}
        action={canViewRedirects && <Link to="/ad/redirect-setting">{t('lpo.emptyAction')}</Link>}
      />
    </Panel>
  );
}
