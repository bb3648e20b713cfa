import { bool, inputType, instant, int, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const SavedViewType = objectType('SavedView', {
  id: int,
  code: text,
  title: text,
  path: text,
  search: text,
  productId: opt(int),
  report: opt(text),
  reportQuery: opt(text),
  shared: bool,
  pinned: bool,
  editable: bool,
  userName: opt(text),
  scheduleCount: int,
  updatedAt: instant,
  version: int,
});
const SavedViewInputType = inputType('SavedViewInput', {
  productId: opt(int),
  title: opt(text),
  path: opt(text),
  search: opt(text),
  report: opt(text),
  reportQuery: opt(text),
  shared: opt(bool),
  version: opt(int),
});
const input = ref(() => SavedViewInputType);

export const SavedViewResolver = resolver({
  savedViews: query([SavedViewType], {}, ({ services, actor }) => services.savedViews.list(actor)),
  savedView: query(SavedViewType, { code: text }, ({ services, actor }, { code }) =>
    services.savedViews.open(actor, code),
  ),
  createSavedView: mutation(SavedViewType, { input }, ({ services, actor, client }, args) =>
    services.savedViews.create(actor, args.input, client),
  ),
  updateSavedView: mutation(SavedViewType, { id: int, input }, ({ services, actor, client }, args) =>
    services.savedViews.update(actor, args.id, args.input, client),
  ),
  deleteSavedView: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) => services.savedViews.remove(actor, id, version, client),
  ),
  pinSavedView: mutation(SavedViewType, { id: int, pinned: bool }, ({ services, actor }, { id, pinned }) =>
    services.savedViews.pin(actor, id, pinned),
  ),
});
