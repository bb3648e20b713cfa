import {
  AppstoreOutlined,
  BgColorsOutlined,
  BookOutlined,
  FileTextOutlined,
  GlobalOutlined,
  LogoutOutlined,
  NotificationOutlined,
  PlusOutlined,
  PrinterOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  ShopOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { allows, routes, type Route } from '../../../../shared/catalog';
import type { PaletteSearchQuery } from '../../generated/graphql';
import type { PinnedViewsQuery } from '../../generated/first';
import { changeLanguage } from '../../i18n/i18n';
import { viewPath } from '../../kit/address';
import { LANGUAGE_NAMES, LANGUAGES } from '../../preferences/language';
import type { LayoutSettings } from '../../preferences/layout-settings';
import { mayOpen, rightOf } from '../../session/rights';
import type { Session } from '../../session/session-context';
import { menuLabel } from '../../kit/menu-label';

export const GROUPS = ['pages', 'views', 'ads', 'asps', 'users', 'products', 'actions'] as const;
export type Group = (typeof GROUPS)[number];

/** Palette entry: a page to open or an action to run. */
export interface Entry {
  key: string;
  group: Group;
  label: string;
  /** Distinguishes entries of the same name. */
  note?: string | undefined;
  /** Additional search terms. */
  words?: string;
  icon: ReactNode;
  run: () => void;
}

export interface EntryContext {
  t: TFunction;
  session: Session;
  /** Saved views that the user may open, pinned or not. */
  views: PinnedViewsQuery['savedViews'];
  go: (path: string) => void;
  set: <K extends keyof LayoutSettings>(name: K, value: LayoutSettings[K]) => void;
  showShortcuts: () => void;
  showLayout: () => void;
}

const routeOf = (key: string): Route | undefined => routes.find((route) => route.key === key);

/** Whether the user may open a page. */
export const mayOpenPage = ({ profile }: Session, key: string): boolean => {
  const route = routeOf(key);
  return route !== undefined && mayOpen(profile, route);
};

const mayEdit = ({ profile }: Session, key: string): boolean =>
  profile.rights.some(
    ({ menu, level }) => menu === routeOf(key)?.right && allows({ right: rightOf[level] }, 'edit'),
  );

/** Lists the pages that need no id. Custom items have their configured names. */
function pages({ t, session, go }: EntryContext): Entry[] {
  return routes
    .filter((route) => !route.public && !route.path.includes(':') && mayOpen(session.profile, route))
    .map((route) => ({
      key: route.key,
      group: 'pages',
      label: session.menuTitles[route.key] ?? menuLabel(t, route.key),
      note: route.group && route.group !== 'dashboard' ? t(`menu.group.${route.group}`) : undefined,
      words: `${menuLabel(t, route.key)} ${route.path}`,
      icon: <FileTextOutlined />,
      run: () => go(route.path),
    }));
}

/** Settings that are added on a separate page. */
const ADDABLE = [
  { key: 'ad_setting', label: 'palette.addAd' },
  { key: 'redirect_setting', label: 'palette.addRedirect' },
  { key: 'asp_setting', label: 'palette.addAsp' },
] as const;

function actions({ t, session, go, set, showShortcuts, showLayout }: EntryContext): Entry[] {
  const action = (key: string, label: string, icon: ReactNode, run: () => void): Entry => ({
    key,
    group: 'actions',
    label,
    icon,
    run,
  });
  return [
    ...ADDABLE.filter(({ key }) => mayEdit(session, key)).map(({ key, label }) =>
      action(key, t(label), <PlusOutlined />, () => go(`${routeOf(key)?.path}/new`)),
    ),
    action('print', t('palette.print'), <PrinterOutlined />, () => window.print()),
    action('light', `${t('frame.theme')}: ${t('frame.themeLight')}`, <BgColorsOutlined />, () =>
      set('theme', 'light'),
    ),
    action('dark', `${t('frame.theme')}: ${t('frame.themeDark')}`, <BgColorsOutlined />, () =>
      set('theme', 'dark'),
    ),
    ...LANGUAGES.map((language) =>
      action(
        language,
        `${t('common.language')}: ${LANGUAGE_NAMES[language]}`,
        <GlobalOutlined />,
        () => void changeLanguage(language),
      ),
    ),
    action('layout', t('frame.layout'), <SettingOutlined />, showLayout),
    action('shortcuts', t('palette.shortcuts.title'), <QuestionCircleOutlined />, showShortcuts),
    action('profile', t('frame.profile'), <UserOutlined />, () =>
      go(`/config/user/${session.profile.userId}`),
    ),
    action('sign-out', t('frame.signOut'), <LogoutOutlined />, session.signOut),
  ];
}

/**
 * Lists the entries that need no server search: pages, saved views, products and actions that the role
 * allows.
 */
export function localEntries(context: EntryContext): Entry[] {
  const { session, views, go } = context;
  const others = session.products.filter(({ id }) => id !== session.productId);
  return [
    ...pages(context),
    ...views.map((view): Entry => ({
      key: `view-${view.id}`,
      group: 'views',
      label: view.title,
      icon: <BookOutlined />,
      run: () => go(viewPath(view)),
    })),
    ...others.map(({ id, label }): Entry => ({
      key: `product-${id}`,
      group: 'products',
      label,
      icon: <AppstoreOutlined />,
      run: () => session.chooseProduct(id),
    })),
    ...actions(context),
  ];
}

/** Turns the server's search results into entries. */
export function resultEntries(
  { ads, asps, users }: PaletteSearchQuery,
  { go }: Pick<EntryContext, 'go'>,
): Entry[] {
  return [
    ...(ads?.results ?? []).map(({ id, adName }): Entry => ({
      key: `ad-${id}`,
      group: 'ads',
      label: adName,
      icon: <NotificationOutlined />,
      run: () => go(`/ad/ad/${id}`),
    })),
    ...(asps?.results ?? []).map(({ id, aspName }): Entry => ({
      key: `asp-${id}`,
      group: 'asps',
      label: aspName,
      icon: <ShopOutlined />,
      run: () => go(`/ad/asp-setting/${id}`),
    })),
    ...(users?.results ?? []).map(({ id, userName, email }): Entry => ({
      key: `user-${id}`,
      group: 'users',
      label: userName,
      note: email,
      icon: <UserOutlined />,
      run: () => go(`/config/user/${id}`),
    })),
  ];
}
