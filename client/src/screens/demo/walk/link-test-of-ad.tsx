import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AdSelect } from '../../../kit/ad-select';
import { Panel } from '../../../kit/panel';
import { Loading } from '../../../kit/loading';
import { LinkTest } from '../../../kit/link-test/link-test';
import { StateNote } from '../../../kit/states';
import { useNameSearch } from '../../../session/use-names';
import { useRight } from '../../../session/use-right';
import styles from './walk.module.css';

/** Link test of one of the user's ads, if there is no demo site. */
export function LinkTestOfAd({ hasDemo }: { hasDemo: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const newest = useNameSearch('ad', '');
  const mayRun = useRight('asps') === 'edit';
  const mayCreate = useRight('ads') === 'edit';
  const [chosen, setChosen] = useState<number>();
  const adId = chosen ?? newest.names[0]?.id;
  return (
    <Panel
      title={t('walk.rehearsal.title')}
      lead={t(hasDemo ? 'walk.rehearsal.leadBeside' : 'walk.rehearsal.lead')}
    >
      {!mayRun ? (
        <StateNote title={t('walk.rehearsal.noRight')} hint={t('walk.rehearsal.noRightHint')} />
      ) : adId === undefined && (newest.searching || newest.failed) ? (
        newest.failed ? (
          <StateNote tone="error" title={t('report.choicesFailed')} />
        ) : (
          <Loading />
        )
      ) : adId === undefined ? (
        <StateNote
          title={t('walk.rehearsal.noAds')}
          hint={t('walk.rehearsal.noAdsHint')}
          action={
            mayCreate && (
              <Button type="primary" onClick={() => void navigate('/ad/setting')}>
                {t('walk.rehearsal.makeAd')}
              </Button>
            )
          }
        />
      ) : (
        <div className={styles.rehearsal}>
          <label className={styles.adChoice}>
            <span aria-hidden="true">{t('walk.ad')}</span>
            <AdSelect
              kind="ad"
              aria-label={t('walk.ad')}
              className={styles.choice ?? ''}
              value={adId}
              onChange={setChosen}
            />
          </label>
          <LinkTest key={adId} adId={adId} />
        </div>
      )}
    </Panel>
  );
}
