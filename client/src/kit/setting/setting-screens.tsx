import type { ComponentType } from 'react';
import type { Entity } from '../form/use-entity-form';
import type { Resource } from './setting';
import { ResourceList } from './setting-list';
import { ResourcePage } from './setting-page';

/** The two screens of a setting that is nothing but data: its list, and the page of one. */
export const settingScreens = <Row extends Entity, One extends Entity>(
  resource: Resource<Row, One>,
): { List: ComponentType; Detail: ComponentType } => ({
  List: () => <ResourceList resource={resource} />,
  Detail: () => <ResourcePage resource={resource} />,
});
