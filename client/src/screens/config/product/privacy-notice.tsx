import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTransmissionNoticeQuery } from '../../../generated/graphql';
import { CopyButton } from '../../../kit/copy-button';
import { Panel, PanelRow, PanelRows } from '../../../kit/panel';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { currentLanguage } from '../../../i18n/i18n';
import styles from './privacy-notice.module.css';

/** Languages of the notice, each in its own name. */
const LANGUAGES = [
  { value: 'ja', label: '日本語' },
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '中文' },
];

/** Privacy notice for the site: describes the data that visitors' browsers send, for copying. */
export function PrivacyNotice({ productId }: { productId: number }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<string>(currentLanguage());
  const [form, setForm] = useState<'text' | 'html'>('text');
  const [planned, setPlanned] = useState(false);
  const { data, previousData, error, refetch } = useTransmissionNoticeQuery({
    variables: { productId, language, planned },
    fetchPolicy: 'cache-and-network',
  });
  const notice = (data ?? previousData)?.transmissionNotice;
  return (
    <Panel title={t('privacy.transmission.title')} lead={t('privacy.transmission.lead')}>
      {!notice ? (
        <LoadState error={error} retry={() => void refetch()} />
      ) : notice.entries.length === 0 ? (
        <StateNote
          title={t('privacy.transmission.empty')}
          hint={t('privacy.transmission.emptyHint')}
          action={<Button onClick={() => setPlanned(true)}>{t('privacy.transmission.plan')}</Button>}
        />
      ) : (
        <>
          {!notice.installed && <p className="ic-mt-8 ic-caption">{t('privacy.transmission.planned')}</p>}
          <PanelRows>
            {notice.entries.map(({ kind, aspId, recipient, hostNames, purpose }) => (
              <PanelRow
                key={`${kind} ${aspId}`}
                name={recipient}
                facts={[
                  hostNames.length > 0 ? hostNames.join(', ') : t('privacy.transmission.noHost'),
                  purpose,
                ]}
              />
            ))}
          </PanelRows>
          <div className={`ic-row ic-wrap ${styles.bar}`}>
            <Segmented
              aria-label={t('privacy.transmission.language')}
              value={language}
              options={LANGUAGES}
              onChange={setLanguage}
            />
            <Segmented
              aria-label={t('privacy.transmission.form')}
              value={form}
              options={[
                { value: 'text', label: t('privacy.transmission.text') },
                { value: 'html', label: t('privacy.transmission.html') },
              ]}
              onChange={setForm}
            />
            <CopyButton text={notice[form]} label={t('privacy.transmission.copy')} wide />
          </div>
          <textarea
            className={`ic-block ic-wide ic-card ic-p-12-16 ${styles.words}`}
            readOnly
            rows={14}
            aria-label={t('privacy.transmission.copy')}
            lang={notice.language}
            value={notice[form]}
          />
          <p className="ic-mt-8 ic-caption">{notice.note}</p>
        </>
      )}
    </Panel>
  );
}
