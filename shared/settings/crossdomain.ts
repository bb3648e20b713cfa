import { domain, text } from './fields';

/** Domain whose visitor ids in URLs are accepted. */
export const crossdomainFields = {
  senderName: text({ required: true }),
  senderDomain: domain({ required: true }),
};
