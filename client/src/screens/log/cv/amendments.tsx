import { Button, Input, InputNumber } from 'antd';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../../kit/form/field-frame';
import { focusFirstField } from '../../../kit/form/focus-field';
import { formatEnteredYen, yenAffixes } from '../../../../../shared/format';
import {
  useAmendConversionMutation,
  useConversionAmendmentsQuery,
  type AmendConversionMutationVariables,
  type ConversionAmendmentsQuery,
} from '../../../generated/graphql';
import { currentLanguage } from '../../../i18n/i18n';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { endpointLabel } from '../../../kit/log/log-paths';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { useMayApprove } from '../../../session/use-may-approve';

type Amendment = ConversionAmendmentsQuery['conversion']['amendments'][number];

type Variables = AmendConversionMutationVariables;

/** Change that the dialog makes. */
type Change = 'cancel' | 'restore' | 'amount';

const MAX_YEN = 1e12;
const MAX_REASON_LENGTH = 1000;
const WIDTH = 480;

const yen = (value: number): string => formatEnteredYen(value, { yen: yenAffixes[currentLanguage()] });

/** Describes what an amendment sets. */
function wordsOf({ amount, cancelled }: Pick<Amendment, 'amount' | 'cancelled'>, t: TFunction): string {
  const parts = [
    ...(cancelled === null ? [] : [t(cancelled ? 'amendments.cancelled' : 'amendments.restored')]),
    ...(amount === null ? [] : [t('amendments.amount', { amount: yen(amount) })]),
  ];
  return parts.join(' / ');
}

interface DialogProps {
  change: Change;
  amount: number;
  save: (set: Pick<Variables, 'amount' | 'cancelled' | 'reason'>) => Promise<unknown>;
  onClose: () => void;
}

/** Takes the new amount and the reason of an amendment. */
function AmendDialog({ change, amount, save, onClose }: DialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [value, setValue] = useState<number | null>(amount);
  const [reason, setReason] = useState('');
  const isAmount = change === 'amount';
  return (
    <ConfirmDialog
      width={WIDTH}
      wrapProps={{ id }}
      afterOpenChange={(open) => open && focusFirstField(id)}
      title={t(`amendments.title.${change}`)}
      okText={t(`amendments.run.${change}`)}
      danger={change === 'cancel'}
      disabled={isAmount && value === null}
      run={() =>
        save({
          amount: isAmount ? value : null,
          cancelled: isAmount ? null : change === 'cancel',
          reason: reason.trim() || null,
        })
      }
      onResult={onClose}
    >
      <p className="ic-mb-16 ic-note">{t(`amendments.effect.${change}`)}</p>
      {isAmount && (
        <>
          <label htmlFor={`${id}a`} className="ic-block ic-mb-4 ic-medium">
            {t('amendments.newAmount')}
          </label>
          <InputNumber<number>
            id={`${id}a`}
            className="ic-mb-16"
            value={value}
            min={0}
            max={MAX_YEN}
            style={{ width: 200 }}
            onChange={setValue}
          />
        </>
      )}
      <FieldFrame
        id={`${id}r`}
        label={t('amendments.reason')}
        typed={{ value: reason, max: MAX_REASON_LENGTH }}
      >
        <Input.TextArea
          id={`${id}r`}
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          autoSize={{ minRows: 2, maxRows: 6 }}
          aria-describedby={`${id}r-note`}
          onChange={(event) => setReason(event.target.value)}
        />
      </FieldFrame>
    </ConfirmDialog>
  );
}

interface AmendmentsProps {
  id: string;
  cvSettingId: number;
  /** Current sales in yen. */
  amount: number;
  isCancelled: boolean;
  /** Called after a change. */
  onChange: () => void;
}

/** Current state of an order and all its changes, with buttons to cancel, restore or change it. */
export function Amendments({ id, cvSettingId, amount, isCancelled, onChange }: AmendmentsProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const mayAmend = useMayApprove('cv_approve');
  const [change, setChange] = useState<Change>();
  const { data, error, refetch } = useConversionAmendmentsQuery({
    variables: { id, productId, cvSettingId },
    fetchPolicy: 'cache-and-network',
  });
  const [amend] = useAmendConversionMutation();
  const amendments = data?.conversion.amendments;
  return (
    <Panel
      title={t('amendments.panel')}
      lead={isCancelled ? t('amendments.stateCancelled') : t('amendments.state', { amount: yen(amount) })}
      actions={
        mayAmend && (
          <span className="ic-row ic-wrap ic-gap-8">
            <Button onClick={() => setChange('amount')}>{t('amendments.run.amount')}</Button>
            <Button danger={!isCancelled} onClick={() => setChange(isCancelled ? 'restore' : 'cancel')}>
              {t(isCancelled ? 'amendments.run.restore' : 'amendments.run.cancel')}
            </Button>
          </span>
        )
      }
    >
      {!amendments && <LoadState error={error} retry={() => void refetch()} rows={4} />}
      {amendments?.length === 0 && <p className="ic-muted">{t('amendments.none')}</p>}
      <PanelRows>
        {amendments?.map((one) => (
          <PanelRow
            key={one.id}
            name={wordsOf(one, t)}
            facts={[
              formatDateTime(one.time),
              one.user ?? endpointLabel(t, one.door),
              ...(one.reason === null ? [] : [t('results.history.reason', { reason: one.reason })]),
            ]}
          />
        ))}
      </PanelRows>
      {change && (
        <AmendDialog
          change={change}
          amount={amount}
          save={async (set) => {
            await amend({ variables: { conversionId: id, productId, cvSettingId, ...set } });
            onChange();
            await refetch();
          }}
          onClose={() => setChange(undefined)}
        />
      )}
    </Panel>
  );
}
