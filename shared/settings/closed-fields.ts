import { RoleType } from '../catalog';
import type { Fields } from './fields';
import { feeFields } from './fee';
import { approvalFields, noticeFields } from './result-settings';

type ClosedFields = Readonly<Record<string, readonly string[]>>;

const names = (fields: Fields): readonly string[] => Object.keys(fields);

/** What decides about money or results wherever it stands: the ways to tell results, the rules and words of approval, fees. */
const decisive = [...names(noticeFields), ...names(approvalFields), ...names(feeFields)];

/**
 * The fields that a role never writes, by role and entity, over no door and however far its rights are widened.
 * The ad network of an ad is one of them: it brings fees, tags and rules of its own.
 */
const closed: Readonly<Partial<Record<RoleType, ClosedFields>>> = {
  [RoleType.AGENCY]: {
    ad: [
      'aspId',
      'clickCost',
      'cvCost',
      'resultNoticeIndividuallySetting',
      'autoApprovalIndividuallySetting',
      ...decisive,
    ],
    asp: decisive,
    cvSetting: ['cvTag', 'resultFlag'],
    customMeasure: ['shared'],
  },
};

const NONE: ReadonlySet<string> = new Set();
const sets = new Map(
  Object.entries(closed).flatMap(([role, byEntity]) =>
    Object.entries(byEntity).map(([entity, fields]) => [`${role} ${entity}`, new Set(fields)] as const),
  ),
);

/** Names of the fields of an entity that a role never writes. */
export const closedFields = (role: RoleType, entity: string): ReadonlySet<string> =>
  sets.get(`${role} ${entity}`) ?? NONE;
