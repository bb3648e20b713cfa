/** Fields of a new row over an entity's own defaults. */
export const newRow = <T extends object>(type: new () => T, fields: Partial<T>): T =>
  Object.assign(new type(), fields);
