const under =
  (path: string) =>
  (id: string): string =>
    `${path}/${encodeURIComponent(id)}`;

/** Paths of log rows, and of a visitor's history. */
export const logPaths = {
  access: under('/log/access'),
  reference: under('/log/reference'),
  interaction: under('/log/interaction'),
  /** An event id may occur under several settings. */
  conversion: (id: string, cvSettingId: number): string => `${under('/log/cv')(id)}?setting=${cvSettingId}`,
  result: under('/log/result'),
  postback: under('/log/result-queue'),
  visitor: under('/log/visitor'),
} as const;
