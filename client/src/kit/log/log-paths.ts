const under =
  (path: string) =>
  (id: string): string =>
    `${path}/${encodeURIComponent(id)}`;

/** Where the rows of each log are shown, and the story of a visitor. */
export const logPaths = {
  access: under('/log/access'),
  reference: under('/log/reference'),
  interaction: under('/log/interaction'),
  /** The id of an event may stand under several settings. */
  conversion: (id: string, cvSettingId: number): string => `${under('/log/cv')(id)}?setting=${cvSettingId}`,
  result: under('/log/result'),
  notification: under('/log/result-queue'),
  visitor: under('/log/visitor'),
} as const;
