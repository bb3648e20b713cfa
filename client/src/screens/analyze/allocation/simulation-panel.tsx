import { UndoOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { Button, Segmented, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { AdAnalyzeSimulationItem, findAxis, type AxisKey } from '../../../../../shared/catalog';
import {
  costChangeLimits,
  ELASTICITY,
  EXTRAPOLATION_FACTOR,
  resultFactor,
} from '../../../../../shared/domain/cost';
import { entriesOf } from '../../../../../shared/records';
import { joinList } from '../../../i18n/punctuation';
import type { ReportRow } from '../../../kit/report/answer';
import { useRowNames } from '../../../kit/report/use-row-names';
import { timesText } from '../../../kit/table/number-cell';
import { Scenarios } from './scenarios';
import { costKeyOf, type SimulatedRows, type SimulationState } from './simulation-state';
import styles from './allocation.module.css';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { normaliseNumber } from '../../../../../shared/settings/fields/formats';

const { min, max } = costChangeLimits.elasticity;

/** Edits how closely results follow the cost. Applies on Enter or blur. */
function ElasticityField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(undefined);
    setWrong(false);
  }, [value]);

  function take(): void {
    if (typed === undefined) return;
    const plain = normaliseNumber(typed);
    const next = Math.round(Number(plain) * 100) / 100;
    if (!/^(\d+(\.\d+)?)?$/.test(plain) || next < min || next > max) return setWrong(true);
    setWrong(false);
    setTyped(undefined);
    if (next !== value) onChange(next);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
    if (event.key === 'Escape') {
      setTyped(undefined);
      setWrong(false);
    }
  }
  const message = wrong ? t('allocation.outOfRange', { min, max }) : undefined;
  const hint = t('allocation.elasticityHint', ELASTICITY);
  return (
    <label className="ic-row ic-wrap ic-gap-4-12 ic-nowrap ic-note">
      <span>{t('allocation.elasticity')}</span>
      <Tooltip title={message} {...(wrong ? { open: true } : {})}>
        <input
          className={`${styles.input} ${wrong ? styles.wrong : value > 0 ? styles.changed : ''}`}
          style={{ width: 64 }}
          inputMode="decimal"
          value={typed ?? String(value)}
          aria-label={t('allocation.elasticity')}
          aria-describedby={id}
          aria-invalid={wrong}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          onBlur={take}
        />
      </Tooltip>
      <span id={id} hidden>
        {message ?? hint}
      </span>
      <Tooltip title={hint}>
        <InfoCircleOutlined className="ic-muted" aria-hidden="true" />
      </Tooltip>
    </label>
  );
}

export interface SimulationPanelProps {
  simulation: SimulationState;
  simulated: SimulatedRows;
  axes: readonly AxisKey[];
  rows: readonly ReportRow[] | undefined;
  /** Spreads a budget. */
  budget: ReactNode;
}

/** Returns the assumption in words: the multiple of results at twice the cost. */
const doubled = (elasticity: number) => ({ elasticity, times: timesText(resultFactor(1, 2, elasticity)) });

/** Rows listed by name; further ones are only counted. */
const MAX_NAMES = 3;

/** Summary of the changes, the elasticity and the assumptions of a simulation. */
export function SimulationPanel({ simulation, simulated, axes, rows, budget }: SimulationPanelProps) {
  const { t } = useTranslation();
  const names = useRowNames();
  const { item, elasticity, changes, changesOf, applies } = simulation;
  const count = changes.size;
  /** Lists rows by name, each with an optional note. */
  const namesOf = (keys: Iterable<string>, say: (key: string) => string = () => ''): string => {
    const all = [...keys].flatMap((key) => {
      const row = rows?.find((one) => costKeyOf(one, axes) === key);
      return row ? [names.whole(row, axes) + say(key)] : [];
    });
    const firstNames = joinList(all.slice(0, MAX_NAMES));
    return all.length > MAX_NAMES
      ? t('report.moreValues', { first: firstNames, count: all.length - MAX_NAMES })
      : firstNames;
  };
  const otherAxes = (changesOf ?? '')
    .split(',')
    .flatMap((name) => findAxis(name) ?? [])
    .map((axis) => t(`report.axes.${axis}`));
  const changedNames = namesOf(changes.keys());
  const warnings = [
    !applies && t('allocation.otherAxes', { axes: joinList(otherAxes) }),
    simulated.refused.size > 0 && t('allocation.refused', { rows: namesOf(simulated.refused) }),
    simulated.far.size > 0 &&
      t('allocation.far', {
        times: EXTRAPOLATION_FACTOR,
        rows: namesOf(simulated.far.keys(), (key) =>
          t('allocation.timesOf', { times: timesText(simulated.far.get(key) ?? 1) }),
        ),
      }),
    simulated.missing > 0 && t('allocation.missing', { count: simulated.missing }),
  ].filter((warning) => warning !== false);
  return (
    <section className="ic-stack ic-gap-8 ic-card ic-p-12-16" aria-label={t('allocation.conditions')}>
      {budget}
      <div className="ic-row ic-wrap ic-gap-8-16">
        <label className="ic-row ic-wrap ic-gap-4-12 ic-nowrap ic-note">
          <span>{t('allocation.item')}</span>
          <Segmented
            value={item}
            aria-label={t('allocation.item')}
            options={entriesOf(AdAnalyzeSimulationItem).map(([name, value]) => ({
              value,
              label: t(`enums.AdAnalyzeSimulationItem.${name}`),
            }))}
            onChange={simulation.setItem}
          />
        </label>
        <ElasticityField value={elasticity} onChange={simulation.setElasticity} />
        <span className="ic-fill" />
        <Button icon={<UndoOutlined />} disabled={changesOf === undefined} onClick={simulation.reset}>
          {t('allocation.reset')}
        </Button>
        <Scenarios simulation={simulation} axes={axes} />
      </div>
      <p className="ic-baseline ic-wrap ic-note ic-gap-4-12">
        <span className="ic-figures" role="status">
          {count > 0 && t('allocation.changedRows', { count })}
          {changedNames && t('allocation.changedNames', { rows: changedNames })}
        </span>
        <span>{elasticity > 0 ? t('allocation.follows', doubled(elasticity)) : t('allocation.held')}</span>
        {item === AdAnalyzeSimulationItem.AD_COST_UNAPPROVED && <span>{t('allocation.withUnapproved')}</span>}
        {count === 0 && applies && <span className="ic-muted">{t('allocation.noChanges')}</span>}
        {/* On the same line: nothing below moves when it appears. */}
        {warnings.length > 0 && (
          <span role="alert" className={styles.warnings}>
            {warnings.map((warning) => (
              <span key={warning} className={styles.warning}>
                {warning}
              </span>
            ))}
          </span>
        )}
      </p>
    </section>
  );
}
