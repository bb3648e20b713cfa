import { ExperimentOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { useRehearseMutation, type RehearseMutation } from '../../generated/graphql';
import { failureText } from '../failure';
import { reasonText } from '../postback/postback-labels';
import { StatusTag, type Tone } from '../status-tag';
import { useRight } from '../../session/rights';
import styles from './link-test.module.css';

type Hop = RehearseMutation['rehearse']['hops'][number];

const TONES: Readonly<Record<string, Tone>> = { ok: 'good', warning: 'waiting', failed: 'bad' };

/** Returns the finding of a step; for a sent postback, in the words of its diagnosis. */
const findingOf = (t: TFunction, { finding }: Hop): string => {
  const words = t(`rehearsal.finding.${finding}`, { defaultValue: '' });
  return words || reasonText(t, finding);
};

const worst = (hops: readonly Hop[]): 'passed' | 'warned' | 'broken' =>
  hops.some(({ state }) => state === 'failed')
    ? 'broken'
    : hops.some(({ state }) => state === 'warning')
      ? 'warned'
      : 'passed';

function Steps({ hops }: { hops: readonly Hop[] }) {
  const { t } = useTranslation();
  return (
    <ol className="ic-list ic-mt-8">
      {hops.map((hop, index) => (
        <li key={index} className={`ic-grid ic-align-baseline ic-gap-4-12 ic-line-top ${styles.hop}`}>
          <StatusTag tone={TONES[hop.state] ?? 'muted'}>
            {t(`rehearsal.state.${hop.state}`, { defaultValue: hop.state })}
          </StatusTag>
          <span className="ic-strong">{t(`rehearsal.step.${hop.step}`, { defaultValue: hop.step })}</span>
          <span className={styles.finding}>{findingOf(t, hop)}</span>
          <span className={`ic-nowrap ic-note ic-figures ${styles.took}`}>
            {t('rehearsal.took', { ms: hop.durationMs })}
          </span>
          {hop.detail && <span className={`ic-break ic-caption ${styles.detail}`}>{hop.detail}</span>}
        </li>
      ))}
    </ol>
  );
}

export interface LinkTestProps {
  adId: number;
  /** Whether the page has unsaved changes of the ad, which the test ignores. */
  dirty?: boolean;
}

/**
 * Link test: follows a simulated click of a saved ad to its ad network and shows each step. For users who
 * may edit ad networks.
 */
export function LinkTest({ adId, dirty = false }: LinkTestProps) {
  const { t } = useTranslation();
  const mayRun = useRight('asps') === 'edit';
  const [runLinkTest, { loading }] = useRehearseMutation();
  const [send, setSend] = useState(false);
  const [hops, setHops] = useState<readonly Hop[]>();
  const [failed, setFailed] = useState<string>();
  const titleId = useId();
  if (!mayRun) return null;

  async function run(id: number): Promise<void> {
    setFailed(undefined);
    try {
      const { data } = await runLinkTest({ variables: { adId: id, input: { send } } });
      setHops(data?.rehearse.hops);
    } catch (error) {
      setHops(undefined);
      setFailed(failureText(t, error));
    }
  }

  return (
    <section className={styles.rehearsal} aria-labelledby={titleId}>
      <h3 id={titleId} className="ic-text-14 ic-strong">
        {t('rehearsal.title')}
      </h3>
      <p className="ic-note">{t('rehearsal.lead')}</p>
      <div className="ic-row ic-wrap ic-gap-8-16 ic-mt-8">
        <Button icon={<ExperimentOutlined />} loading={loading} onClick={() => void run(adId)}>
          {t(hops ? 'rehearsal.again' : 'rehearsal.run')}
        </Button>
        <Checkbox checked={send} onChange={({ target }) => setSend(target.checked)}>
          {t('rehearsal.send')}
        </Checkbox>
        <span className="ic-note">{t(dirty ? 'rehearsal.asSaved' : 'rehearsal.sendHint')}</span>
      </div>
      <div aria-live="polite">
        {failed !== undefined && <p className="ic-mt-12 ic-strong">{failed}</p>}
        {hops && (
          <>
            <p className="ic-mt-12 ic-strong">{t(`rehearsal.${worst(hops)}`)}</p>
            <Steps hops={hops} />
          </>
        )}
      </div>
    </section>
  );
}
