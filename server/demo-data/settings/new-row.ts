export { newLinkCode } from '../../records/link-code';

/** Creates an entity with the given fields over its defaults. */
export const newRow = <T extends object>(type: new () => T, fields: Partial<T>): T =>
  Object.assign(new type(), fields);
