/** `adType1Id` is `ad_type1_id` in REST, addresses and SQL. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `cv_settings` is `cvSettings` in TypeScript and GraphQL. */
export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
