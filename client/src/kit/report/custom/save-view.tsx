import { useState, useId, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useAnalyzeSettingsQuery,
  useUpdateAnalyzeSettingsMutation,
  type AnalyzeSettingFieldsFragment,
} from '../../../generated/graphql';
import type { SaveChoices, SavedView } from '../report-screen';
import { Button, Modal } from 'antd';
import type { TFunction } from 'i18next';
import { useNavigate } from 'react-router-dom';
import { textAt } from '../../../i18n/i18n';
import { withAside } from '../../../i18n/punctuation';
import { CONFIRM_WIDTH, useReturnFocus } from '../../dialog/confirm-dialog';
import { notify } from '../../notifier';
import { refusalOf } from '../../failure';
import { TextField } from '../../plain-form';
import { contentsOf } from './custom-view';

/** Returns the default menu name of a custom item. */
const customItemName = (t: TFunction, item: number): string => textAt(t, `menu.custom_${item}`);

interface SaveViewDialogProps extends SavedView {
  setting: AnalyzeSettingFieldsFragment;
  onClose: () => void;
}

/** Prompts for the name of a custom item, saves it for the user and opens it. */
function SaveViewDialog({ setting, state, columns, chart, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  useReturnFocus();
  const navigate = useNavigate();
  const [update] = useUpdateAnalyzeSettingsMutation();
  const [title, setTitle] = useState(setting.title);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { item, origin, version } = setting;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      // The version belongs to the user's item; saving leaves the company's item unchanged.
      const own = origin === 'user' ? { version } : {};
      await update({
        variables: {
          settings: [
            {
              ...contentsOf(state, columns),
              chart: chart ?? setting.chart ?? null,
              item,
              title: title.trim(),
              ...own,
            },
          ],
        },
      });
      notify('SUCCESS', t('common.actionSucceeded', { action: t('report.saveView') }));
      onClose();
      void navigate(`/analyze/custom/item-${item}`);
      return;
    } catch (failure) {
      // The texts of specific failures load later than reports do.
      const { messages, fields } = refusalOf(failure);
      setError([...Object.values(fields).flat(), ...messages][0] ?? t('common.unknownError'));
    }
    setBusy(false);
  }
  return (
    <Modal
      open
      centered
      width={CONFIRM_WIDTH + 80}
      title={withAside(t('report.saveView'), customItemName(t, item))}
      onCancel={() => !busy && onClose()}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('report.customTitle')}
          value={title}
          onChange={setTitle}
          error={error}
          autoFocus
          hint={t('report.saveViewHint')}
        />
      </form>
    </Modal>
  );
}

/** Offers to save the current report view as one of the user's custom items; a hook. */
export function useCustomItemChoices(view: SavedView): SaveChoices {
  const { t } = useTranslation();
  const { data } = useAnalyzeSettingsQuery({ fetchPolicy: 'cache-first' });
  const [chosen, setChosen] = useState<number>();
  const settings = data?.analyzeSettings ?? [];
  const setting = settings.find(({ item }) => item === chosen);
  return {
    items: settings.map(({ item, title, origin }) => {
      const name = customItemName(t, item);
      return {
        key: String(item),
        label: t('report.saveTo', {
          name: origin === 'standard' || title === '' ? name : `${name} – ${title}`,
        }),
        onSelect: () => setChosen(item),
      };
    }),
    dialog: setting && <SaveViewDialog {...view} setting={setting} onClose={() => setChosen(undefined)} />,
  };
}
