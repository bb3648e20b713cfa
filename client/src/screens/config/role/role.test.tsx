import { screen, within } from '@testing-library/react';
import { rightKeys, RoleType } from '../../../../../shared/catalog';
import { renderPage } from '../../../../test/render';
import { RoleSetting } from '.';

const levels = (changed: Readonly<Record<string, string>>) =>
  rightKeys.map((menu) => ({ menu, level: changed[menu] ?? 'VIEW', standard: 'VIEW' }));
const ROLES = [
  { roleType: RoleType.MANAGER, name: 'MANAGER', editable: true, version: 1, rights: levels({}) },
  {
    roleType: RoleType.ANALYST,
    name: 'ANALYST',
    editable: true,
    version: 1,
    rights: levels({ analyze: 'NONE' }),
  },
  {
    roleType: RoleType.AGENCY,
    name: 'AGENCY',
    editable: true,
    version: 1,
    rights: levels({ analyze: 'NONE', dashboard: 'NONE' }),
  },
];
jest.mock('../../../generated/graphql', () => ({
  useRolesQuery: () => ({ data: { roles: ROLES }, refetch: () => Promise.resolve() }),
  useUpdateRolesMutation: () => [() => Promise.resolve(), { loading: false }],
}));
jest.mock('../../../kit/setting/sources', () => ({ useRefetchSelections: () => () => Promise.resolve() }));
jest.mock('../../../kit/draft', () => ({ useDraft: () => false }));
jest.mock('../../../kit/form/leave-guard', () => ({
  LeaveGuard: () => null,
  useLeavePass: () => ({ current: false }),
}));

describe('role rights', () => {
  it('name the additional right that a menu needs and mark it as missing', async () => {
    await renderPage(<RoleSetting />);
    const row = screen.getByRole('rowheader', { name: /^ダッシュボード/ }).closest('tr')!;
    expect(row).toHaveTextContent('「分析」の権限も必要です');
    const closed = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent.includes('「分析」が不可のため'));
    expect(closed).toEqual([false, true, false]);
    expect(screen.getByRole('rowheader', { name: 'ログ' })).toBeInTheDocument();
  });
});
