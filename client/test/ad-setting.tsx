import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import type { Entity } from '../src/kit/form/use-entity-form';
import type { FormValues } from '../src/kit/form/form-definition';
import { columnsOf } from '../src/kit/list/columns';
import type { IdempotencyContext } from '../src/kit/once';
import type { Setting } from '../src/kit/setting/setting';
import { SettingList } from '../src/kit/setting/setting-list';
import { SettingPage } from '../src/kit/setting/setting-page';
import type { Session } from '../src/session/session-context';
import { testSession } from './render';
import { renderRoutes } from './render-routes';

/** Minimal setting with list, dialogs and page. Records its requests. */
export interface Row {
  id: number;
  productId?: number;
  version: number;
  adName: string;
  clickCost: number;
  status: boolean;
}
const column = columnsOf<Row>('ad');
export const ROW: Row = { id: 5, version: 3, adName: '指名', clickCost: 100, status: true };

/** Creates the error of a rejected request. */
export const refusal = (
  code: string,
  fields: Record<string, string[]> = {},
  messages: string[] = ['入力内容に誤りがあります。'],
) => new CombinedGraphQLErrors({ errors: [{ message: 'x', extensions: { code, fields, messages } }] });

export const save = jest.fn<Promise<Row>, [Entity | undefined, FormValues, number, IdempotencyContext?]>();
export const remove = jest.fn(() => Promise.resolve());
export const refetch = jest.fn<Promise<Row | undefined>, []>();
export const refetchRows = jest.fn(() => Promise.resolve());

const adSetting = (more: Partial<Setting<Row, Row>> = {}): Setting<Row, Row> => ({
  key: 'ad_setting',
  route: 'ad_setting',
  path: '/ad/setting',
  right: 'ads',
  hasStatus: true,
  restPath: '/api/v1/ads',
  nameOf: ({ adName }) => adName,
  form: {
    entity: 'ad',
    sections: [
      { key: 'basic', title: () => '基本', items: ['adName', 'status'] },
      { key: 'cost', title: () => '費用', items: ['clickCost', 'cvCost', 'periodFrom'] },
    ],
  },
  columns: [column.name('adName'), column.status('status')],
  useRows: () => ({ rows: [ROW], count: 1, loading: false, error: undefined, refetch: refetchRows }),
  useOne: (id) => ({ one: id === undefined ? undefined : ROW, error: undefined, refetch }),
  useSave: () => save,
  useRemove: () => remove,
  ...more,
});

export const withRight = (level: 'VIEW' | 'EDIT', roleType = 1): Session => ({
  ...testSession,
  profile: { ...testSession.profile, roleType, rights: [{ menu: 'ads', level }] },
});
export const list = (more: Partial<Setting<Row, Row>> = {}, session = withRight('EDIT')) =>
  renderRoutes({ '/ad/setting': <SettingList setting={adSetting(more)} /> }, '/ad/setting', session);
export const page = (
  address = '/ad/setting/5',
  session = withRight('EDIT'),
  more: Partial<Setting<Row, Row>> = {},
) =>
  renderRoutes(
    {
      '/ad/setting': <p>一覧</p>,
      '/ad/setting/:id': [
        <Link key="link" to="/ad/setting">
          別の画面へ
        </Link>,
        <SettingPage key="page" setting={adSetting({ opens: 'page', ...more })} />,
      ],
    },
    address,
    session,
  );
export const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
export const type = async (name: string, text: string): Promise<void> => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};

/** Clears recorded requests and makes every save succeed. Call it before each test. */
export const resetSetting = (): void => {
  jest.clearAllMocks();
  save.mockImplementation((_one, input) => Promise.resolve(Object.assign({ ...ROW }, input, { version: 4 })));
};
