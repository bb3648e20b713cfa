import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { Panel } from '../../../kit/panel';
import { Placeholder } from '../../../kit/placeholder';
import type { BlockProps } from '../../../kit/report/report-blocks';
import { useRowNames } from '../../../kit/report/use-row-names';
import { StateNote } from '../../../kit/states';
import { useElementHeight } from '../../../kit/use-element-height';
import { useRight } from '../../../session/use-right';
import { TestPanel } from './test-panel';
import styles from './test-panel.module.css';
import { showsTests, testViews, type LpoTest } from './tests';

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
  if (views === undefined || range === undefined) return <Waiting height={height} />;
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
  if (views.length === 0) return tests?.length === 0 ? <NoTests /> : null;
  const change = (chosen: DayRange): void =>
    controls.setPeriod({ preset: 'custom', range: chosen }, controls.state.comparison);
  return (
    <div ref={panels} className={styles.panels}>
      {views.slice(0, most).map((view) => (
        <TestPanel key={view.key} view={view} range={range} onRange={change} opens={opens} />
      ))}
      {views.length > most && (
        <Button className={styles.more ?? ''} onClick={() => setMost(most + MORE)}>
          {t('lpo.moreTests', { count: views.length - most })}
        </Button>
      )}
    </div>
  );
}

/** @param height height of the previous content, reserved to keep the content below in place */
function Waiting({ height }: { height: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} style={{ minHeight: height }}>
      <Panel title={t('lpo.tests')}>
        <div className={`${styles.panels} ${styles.toCome}`} aria-busy="true" data-to-come>
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
