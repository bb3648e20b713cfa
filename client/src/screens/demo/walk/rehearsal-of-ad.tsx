import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Panel } from '../../../kit/panel';
import { Rehearsal } from '../../../kit/rehearsal/rehearsal';
import { StateNote } from '../../../kit/states';
import { useAskForAds, useSession } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';
import styles from './walk.module.css';

/** Where no demo site is: the same way with a made-up click of an ad of one's own. */
export function RehearsalOfAd({ hasDemo }: { hasDemo: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useAskForAds(true);
  const { selections } = useSession();
  const mayRun = useRight('asps') === 'edit';
  const mayMake = useRight('ads') === 'edit';
  const [chosen, setChosen] = useState<number>();
  const adId = chosen ?? selections.ad[0]?.id;
  return (
    <Panel title={t('walk.rehearsal.title')} lead={t(hasDemo ? 'walk.rehearsal.leadBeside' : 'walk.rehearsal.lead')}>
      {!mayRun ? (
        <StateNote title={t('walk.rehearsal.noRight')} hint={t('walk.rehearsal.noRightHint')} />
      ) : adId === undefined ? (
        <StateNote
          title={t('walk.rehearsal.noAds')}
          hint={t('walk.rehearsal.noAdsHint')}
          action={mayMake && <Button type="primary" onClick={() => void navigate('/ad/setting')}>{t('walk.rehearsal.makeAd')}</Button>}
        />
      ) : (
        <div className={styles.rehearsal}>
          <label className={styles.adChoice}>
            <span aria-hidden="true">{t('walk.ad')}</span>
            <Select
              aria-label={t('walk.ad')}
              className={styles.choice ?? ''}
              showSearch={{ optionFilterProp: 'label' }}
              value={adId}
              options={selections.ad.map(({ id, label }) => ({ value: id, label }))}
              onChange={setChosen}
            />
          </label>
          <Rehearsal key={adId} adId={adId} />
        </div>
      )}
    </Panel>
  );
}
