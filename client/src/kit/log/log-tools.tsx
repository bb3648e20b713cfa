import { ClockCircleOutlined, PauseCircleOutlined } from '@ant-design/icons';
import { Switch, Tooltip } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useWeekStart } from '../../session/session-context';
import type { ListControls } from '../list/use-list-state';
import { DateRange } from '../period/date-range';
import { JumpTo } from './jump-to';
import styles from './log.module.css';
import type { TailState } from './use-tail';

const LABELS = { on: 'logs.liveOn', scrolled: 'logs.liveScrolled', failed: 'logs.liveFailed' } as const;
/** The normal states appear as icons; their text would break the toolbar. */
const ICONS = { on: <ClockCircleOutlined />, scrolled: <PauseCircleOutlined />, failed: undefined } as const;

/**
 * Toolbar of a log: its days, the start time of the page, and the switch for live updates. `unset` labels
 * the period if no days are chosen; it defaults to all time.
 */
export function LogTools({
  controls,
  tail,
  unset,
}: {
  controls: ListControls;
  tail: TailState;
  unset: string | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { period, place, live } = controls.state;
  const state = tail === 'off' ? undefined : { words: t(LABELS[tail]), sign: ICONS[tail] };
  return (
    <>
      <DateRange
        period={period}
        unset={unset ?? t('logs.allTime')}
        weekStart={useWeekStart()}
        onChange={(next) => controls.setPeriod(next)}
      />
      <JumpTo
        at={place?.by === 'at' ? place.value : undefined}
        onJump={(value) => controls.setPlace({ by: 'at', value })}
      />
      <Tooltip title={state?.words ?? t('logs.liveHint')}>
        <span data-screen-only className={styles.live}>
          <Switch size="small" id={id} checked={live} onChange={controls.setLive} />
          <label htmlFor={id}>{t('logs.live')}</label>
          {state?.sign}
          {state && (
            <span className={state.sign ? 'ic-visually-hidden' : (styles.tail ?? '')} role="status">
              {state.words}
            </span>
          )}
        </span>
      </Tooltip>
    </>
  );
}
