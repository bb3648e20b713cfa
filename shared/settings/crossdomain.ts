import { domain, text } from './fields';

/** A domain from which visitor ids in the URL are taken over. */
export const crossdomainFields = {
  senderName: text({ required: true }),
  senderDomain: domain({ required: true }),
};
