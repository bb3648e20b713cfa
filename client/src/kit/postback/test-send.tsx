import { SendOutlined } from '@ant-design/icons';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEnumValue } from '../../../../shared/catalog';
import { ApprovalStatus } from '../../../../shared/domain/results';
import { useTestPostbackMutation } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { enumLabel } from '../enum-label';
import { failureText, refusalOf } from '../failure';
import type { FormHandle } from '../form/form-engine';
import { PostbackOutcome, type SentPostback } from './postback-outcome';

/** Form fields with the network's word for each approval status. */
const WORDS = {
  [ApprovalStatus.PENDING]: 'approvalUnapproved',
  [ApprovalStatus.APPROVED]: 'approvalApproved',
  [ApprovalStatus.REJECTED]: 'approvalRejected',
} as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Sends a test postback with made-up values to the webhook URL in the form, and shows the outcome. */
export function TestSend({ form }: { form: FormHandle }) {
  const { t } = useTranslation();
  const stateId = `${form.id}-test-state`;
  const productId = useProductId();
  const [test, { loading }] = useTestPostbackMutation();
  const [state, setState] = useState<ApprovalStatus>(ApprovalStatus.PENDING);
  const [sent, setSent] = useState<SentPostback>();
  const [refused, setRefused] = useState<string>();
  const webhookUrl = textOf(form.values.webhookUrl);

  async function send(): Promise<void> {
    setRefused(undefined);
    try {
      const { data } = await test({
        variables: {
          input: {
            productId,
            webhookUrl,
            approvalStatus: state,
            word: textOf(form.values[WORDS[state]]) || null,
          },
        },
      });
      setSent(data?.testPostback);
    } catch (error) {
      setSent(undefined);
      const texts = Object.values(refusalOf(error).fields).flat();
      setRefused(texts.length > 0 ? texts.join(' ') : failureText(t, error));
    }
  }

  return (
    <div className="ic-mt-12">
      <div className="ic-row ic-wrap ic-gap-8-16">
        <Button
          icon={<SendOutlined />}
          loading={loading}
          disabled={webhookUrl === ''}
          onClick={() => void send()}
        >
          {t('postback.test.send')}
        </Button>
        <span className="ic-row ic-wrap ic-gap-8-16">
          <span className="ic-note" id={stateId}>
            {t('postback.test.state')}
          </span>
          <Radio.Group
            aria-labelledby={stateId}
            value={state}
            options={Object.values(ApprovalStatus).map((value) => ({
              value,
              label: enumLabel(t, 'ApprovalStatus', value),
            }))}
            onChange={({ target }: { target: { value?: unknown } }) =>
              isEnumValue(ApprovalStatus, target.value) && setState(target.value)
            }
          />
        </span>
      </div>
      <p className="ic-mt-4 ic-hint">{t('postback.test.hint')}</p>
      {refused !== undefined && (
        <p className="ic-mt-8 ic-break ic-error ic-text-13" role="alert">
          {refused}
        </p>
      )}
      {sent && (
        <section
          className="ic-rounded ic-p-12-16 ic-mt-12 ic-card"
          aria-label={t('postback.test.result')}
          aria-live="polite"
        >
          <PostbackOutcome sent={sent} onFailure={t('postback.test.notAgain')} />
        </section>
      )}
    </div>
  );
}
