import { lazy, type ComponentType } from 'react';
import { loadManagementTexts } from '../i18n/i18n';

/** A part whose words come with it, since few parts need them: screens of management, what the frame opens. */
export const withTexts = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => Promise.all([load(), loadManagementTexts()]).then(([part]) => part));
