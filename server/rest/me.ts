import type { RequestHandler } from 'express';
import { signedIn, type ApiContext } from '../graphql/context';
import { labelledEnumerations } from '../settings/me/labelled-enumerations';
import type { Selection } from '../settings/me/me.service';
import { tokyoTime } from './mapper';
import { snake } from './names';

/** Returns the REST fields of a selection, without those for the console only. */
const published = ({ weekStart: _week, firstDay: _first, ...selection }: Selection): object => selection;

/** Builds the body of `GET users/me`: profile, enumerations and selections. */
async function meBody(context: ApiContext): Promise<object> {
  const actor = signedIn(context);
  const { me } = context.services;
  const lists = Object.entries(me.selections(actor, null));
  const [profile, ...selections] = await Promise.all([me.profile(actor), ...lists.map(([, read]) => read())]);
  const { lastLogin, rights, ...plain } = profile;
  return {
    profile: {
      ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [snake(name), value])),
      last_login: lastLogin && tokyoTime(lastLogin),
      rights: Object.fromEntries(rights.map(({ menu, level }) => [menu, level])),
    },
    enums: Object.fromEntries(labelledEnumerations(context.locale).map(({ name, items }) => [name, items])),
    selections: Object.fromEntries(
      lists.map(([name], index) => [snake(name), selections[index]?.map(published)]),
    ),
  };
}

export const meHandler =
  (contextOf: (req: Parameters<RequestHandler>[0]) => ApiContext): RequestHandler =>
  async (req, res) => {
    res.json(await meBody(contextOf(req)));
  };
