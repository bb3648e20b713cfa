/** Converts `adType1Id` to `ad_type1_id`, as REST, URLs and SQL spell it. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts `cv_settings` to `cvSettings`, as TypeScript and GraphQL spell it. */
export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
