import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useAccessQuery } from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource } from '../../../kit/log/log-row-source';
import { LogScreen } from '../../../kit/log/log-screen';
import { accessLog } from './log';

const useOne = logRowSource(useAccessQuery);

/** Page views recorded by the tag. */
export const AccessLog = () => <LogScreen log={accessLog} />;

export function AccessDetail() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <LogDetail log={accessLog} path="/log/access" title={t('logs.access.detail')} one={useOne(id, {})} />
  );
}
