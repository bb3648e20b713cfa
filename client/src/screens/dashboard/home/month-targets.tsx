import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RoleType } from '../../../../../shared/catalog';
import type { ReportRow } from '../../../kit/report/answer';
import { hasTargets } from '../../../kit/report/target-columns';
import { TargetTable } from '../../../kit/report/target-table';
import { useRight } from '../../../session/rights';
import { useSession } from '../../../session/session-context';

/** Targets of the month; without any, a link to register some for those who may. */
export function MonthTargets({ total }: { total: ReportRow | undefined }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const mayEdit = useRight('ads') === 'edit' && profile.roleType !== RoleType.AGENCY;
  if (!total) return null;
  if (hasTargets([total])) return <TargetTable total={total} />;
  if (!mayEdit) return null;
  return (
    <p className="ic-mt-8 ic-text-13" data-screen-only>
      <Link to="/ad/target">{t('targets.register')}</Link>
    </p>
  );
}
