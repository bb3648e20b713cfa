import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { useConversionQuery, type ConversionQuery } from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource } from '../../../kit/log/log-row-source';
import { LogScreen } from '../../../kit/log/log-screen';
import { cvLog } from './log';
import { WhyCredit } from './credit';

const useOne = logRowSource<ConversionQuery, { cvSettingId: number | undefined }>(useConversionQuery);

export const CvLog = () => <LogScreen log={cvLog} />;

/** Conversion details with the credit explanation. */
export function CvDetail() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const setting = Number(useSearchParams()[0].get('setting'));
  const cvSettingId = Number.isInteger(setting) && setting > 0 ? setting : undefined;
  return (
    <LogDetail log={cvLog} path="/log/cv" title={t('logs.cv.detail')} one={useOne(id, { cvSettingId })}>
      {() => <WhyCredit id={id} cvSettingId={cvSettingId} />}
    </LogDetail>
  );
}
