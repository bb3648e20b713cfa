import type { ComponentType } from 'react';
import type { Entity } from '../form/use-entity-form';
import type { Setting } from './setting';
import { SettingList } from './setting-list';
import { SettingPage } from './setting-page';

/** Creates the two screens of a setting from its definition: its list and its detail page. */
export const settingScreens = <Row extends Entity, One extends Entity>(
  setting: Setting<Row, One>,
): { List: ComponentType; Detail: ComponentType } => ({
  List: () => <SettingList setting={setting} />,
  Detail: () => <SettingPage setting={setting} />,
});
