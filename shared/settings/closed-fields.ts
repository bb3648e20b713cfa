import { RoleType } from '../catalog';
import type { Fields } from './fields';
import { approvalFields, feeFields, noticeFields } from './result-settings';

type ClosedFields = Readonly<Record<string, readonly string[]>>;

const names = (fields: Fields): readonly string[] => Object.keys(fields);

/** Fields that decide about money or results: result reporting, approval rules and words, fees. */
const decisiveFields = [...names(noticeFields), ...names(approvalFields), ...names(feeFields)];

/**
 * Fields that a role never writes, over any interface and however wide its rights (domain.md section 7). An
 * ad's network is one of them, because it brings its fees, tags and rules.
 */
const closed: Readonly<Partial<Record<RoleType, ClosedFields>>> = {
  [RoleType.AGENCY]: {
    ad: [
      'aspId',
      'clickCost',
      'cvCost',
      'resultNoticeIndividuallySetting',
      'autoApprovalIndividuallySetting',
      ...decisiveFields,
    ],
    asp: decisiveFields,
    cvSetting: ['cvTag', 'resultFlag'],
    target: ['aspId'],
    customMeasure: ['shared'],
    allocationScenario: ['shared'],
    savedView: ['shared'],
  },
};

const NONE: ReadonlySet<string> = new Set();
const sets = new Map(
  Object.entries(closed).flatMap(([role, byEntity]) =>
    Object.entries(byEntity).map(([entity, fields]) => [`${role} ${entity}`, new Set(fields)] as const),
  ),
);

/** Returns the fields of an entity that a role never writes. */
export const closedFields = (role: RoleType, entity: string): ReadonlySet<string> =>
  sets.get(`${role} ${entity}`) ?? NONE;
