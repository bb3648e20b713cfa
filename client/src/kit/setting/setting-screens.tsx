import type { ComponentType } from 'react';
import type { Entity } from '../form/use-entity-form';
import type { Resource } from './setting';
import { ResourceList } from './setting-list';
import { ResourcePage } from './setting-page';

/** Creates the two screens of a setting from its definition: its list and its detail page. */
export const settingScreens = <Row extends Entity, One extends Entity>(
  setting: Resource<Row, One>,
): { List: ComponentType; Detail: ComponentType } => ({
  List: () => <ResourceList resource={setting} />,
  Detail: () => <ResourcePage resource={setting} />,
});
