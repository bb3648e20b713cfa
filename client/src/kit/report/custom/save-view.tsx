import { SaveOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnalyzeSettingsQuery } from '../../../generated/graphql';
import { MenuButton } from '../../menu-button';
import type { SavedViewProps } from '../report-screen';
import { customItemName, SaveViewDialog } from './save-view-dialog';

/** Saves the current report view as one of the user's custom items. */
export function SaveView({ state, columns, chart, bare }: SavedViewProps) {
  const { t } = useTranslation();
  const { data } = useAnalyzeSettingsQuery({ fetchPolicy: 'cache-first' });
  const [chosen, setChosen] = useState<number>();
  const settings = data?.analyzeSettings ?? [];
  const setting = settings.find(({ item }) => item === chosen);
  return (
    <>
      <MenuButton
        label={t('report.saveView')}
        type="default"
        icon={<SaveOutlined />}
        items={settings.map(({ item, title, origin }) => ({
          key: String(item),
          label:
            origin === 'standard' || title === ''
              ? customItemName(t, item)
              : `${customItemName(t, item)} – ${title}`,
          onSelect: () => setChosen(item),
        }))}
      >
        {!bare && t('report.saveView')}
      </MenuButton>
      {setting && (
        <SaveViewDialog
          setting={setting}
          state={state}
          columns={columns}
          chart={chart}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
