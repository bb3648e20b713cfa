import { bool, inputTypeOf, int, opt, ref, text, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

const SavedViewType = typeOf('SavedView');
const input = ref(() => inputTypeOf('SavedViewInput'));

export const SavedViewResolver = resolver({
  savedViews: query([SavedViewType], {}, ({ services, actor, info }) =>
    services.savedViews.all(actor, {}, requestedFields(info)),
  ),
  savedView: query(SavedViewType, { code: text }, ({ services, actor, info }, { code }) =>
    services.savedViewLinks.open(actor, code, requestedFields(info)),
  ),
  createSavedView: mutation(SavedViewType, { input }, ({ services, actor, client, info }, args) =>
    services.writes.savedViews.create(actor, { ...args.input }, client, requestedFields(info)),
  ),
  updateSavedView: mutation(SavedViewType, { id: int, input }, ({ services, actor, client, info }, args) =>
    services.writes.savedViews.update(
      actor,
      args.id,
      { ...args.input },
      'part',
      client,
      requestedFields(info),
    ),
  ),
  deleteSavedView: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) =>
      services.writes.savedViews.remove(actor, id, client, version),
  ),
  pinSavedView: mutation(
    SavedViewType,
    { id: int, pinned: bool },
    ({ services, actor, info }, { id, pinned }) =>
      services.savedViewLinks.pin(actor, id, pinned, requestedFields(info)),
  ),
});
