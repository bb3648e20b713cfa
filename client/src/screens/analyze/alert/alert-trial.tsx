import { ExperimentOutlined, SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertChannel } from '../../../../../shared/catalog';
import {
  useAlertTrialLazyQuery,
  useSendAlertTestMutation,
  type AlertTestPartsFragment,
  type SendAlertTestMutation,
} from '../../../generated/graphql';
import { failureText, refusalOf } from '../../../kit/failure';
import type { FormHandle } from '../../../kit/form/form-engine';
import { inputValues } from '../../../kit/form/form-definition';
import { MailReason } from '../../../kit/mail-reason';
import { PostbackOutcome } from '../../../kit/postback/postback-outcome';
import { StatusTag } from '../../../kit/status-tag';
import { useProductId, useSession } from '../../../session/session-context';
import { AlertEvaluation } from './alert-evaluation';
import { webhookText } from './texts';

type Sent = SendAlertTestMutation['sendAlertTest'];

/** Outcome of a test message. */
function SentOutcome({ sent: { to, delivered, reason, webhook } }: { sent: Sent }) {
  const { t } = useTranslation();
  if (webhook)
    return (
      <PostbackOutcome
        sent={webhook}
        method="POST"
        words={
          webhookText(t, webhook.httpStatus == null ? (webhook.error ?? '') : `HTTP ${webhook.httpStatus}`) ??
          t('alerts.sending.taken')
        }
      />
    );
  return (
    <>
      <p>
        <StatusTag tone={delivered ? 'good' : 'bad'}>
          {t(delivered ? 'enums.QueueResult.SUCCESS' : 'enums.QueueResult.FAILURE')}
        </StatusTag>{' '}
        {t(delivered ? 'alerts.sending.mailed' : 'alerts.sending.notMailed', { to })}
      </p>
      {reason && (
        <p>
          <MailReason text={reason} />
        </p>
      )}
    </>
  );
}

/** Tests the alert in the form, saved or not: evaluates the last finished day and sends a test message. */
export function AlertTrial({ form }: { form: FormHandle }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { profile } = useSession();
  const [queryEvaluation, { loading: evaluating }] = useAlertTrialLazyQuery({ fetchPolicy: 'no-cache' });
  const [sendTest, { loading: sendingTest }] = useSendAlertTestMutation();
  const [evaluation, setEvaluation] = useState<AlertTestPartsFragment>();
  const [sent, setSent] = useState<Sent>();
  const [refused, setRefused] = useState<string>();
  const byWebhook = form.values.channel === AlertChannel.WEBHOOK;
  const noUrl = byWebhook && !form.values.webhookUrl;
  const stored = form.stored?.id;
  const variables = {
    ...(typeof stored === 'number' && { id: stored }),
    input: { ...inputValues(form.fields, form.normalized), ...(typeof stored !== 'number' && { productId }) },
  };

  async function run(work: () => Promise<void>): Promise<void> {
    setRefused(undefined);
    setEvaluation(undefined);
    setSent(undefined);
    try {
      await work();
    } catch (error) {
      const { fields } = refusalOf(error);
      form.refuse(Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.join(' ')])));
      setRefused(failureText(t, error, { fields: false }));
    }
  }
  const evaluate = () =>
    run(async () => {
      const { data, error } = await queryEvaluation({ variables });
      if (error) throw error;
      setEvaluation(data?.alertTrial);
    });
  const send = () => run(async () => setSent((await sendTest({ variables })).data?.sendAlertTest));

  return (
    <div className="ic-grid ic-shrink ic-gap-8">
      <div className="ic-flex ic-wrap ic-gap-8">
        <Button icon={<ExperimentOutlined />} loading={evaluating} onClick={() => void evaluate()}>
          {t('alerts.test')}
        </Button>
        <Button icon={<SendOutlined />} loading={sendingTest} disabled={noUrl} onClick={() => void send()}>
          {t('alerts.sending.send')}
        </Button>
      </div>
      <p className="ic-break ic-hint">
        {noUrl
          ? t('alerts.sending.needsUrl')
          : byWebhook
            ? t('alerts.sending.toWebhook')
            : t('alerts.sending.toMail', { address: profile.email })}
      </p>
      {refused !== undefined && (
        <p className="ic-break ic-error ic-text-13" role="alert">
          {refused}
        </p>
      )}
      {evaluation && (
        <AlertEvaluation evaluation={evaluation} measure={String(form.values.measure)} unsaved />
      )}
      {sent && (
        <section
          className="ic-grid ic-gap-4 ic-rounded ic-p-12-16 ic-break ic-card"
          aria-label={t('alerts.sending.result')}
          aria-live="polite"
        >
          <SentOutcome sent={sent} />
        </section>
      )}
    </div>
  );
}
