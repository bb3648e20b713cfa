import { email, flag, ipList, phone, text } from './fields';

/** Company: the tenant. */
export const companyFields = {
  divName: text({ required: true }),
  picName: text(),
  picEmail: email(),
  loginAllowedIps: ipList(),
  tel: phone(),
  address: text(),
  status: flag(true),
};
