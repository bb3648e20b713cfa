/** Reasons why a status change sends no postback. */
export const NoPostbackReason = {
  /** The CV tag on the conversion page reported the result; later changes can't be reported. */
  CV_TAG: 'cv_tag',
  /** Neither the ad nor its ad network has a result method. */
  NO_METHOD: 'no_method',
  /** The method is webhook, but there is no URL. */
  NO_URL: 'no_url',
  /** The result was imported without postbacks. */
  IMPORT: 'import',
  /** The result was created for an earlier conversion, without postbacks. */
  REBUILD: 'rebuild',
  /** The change was undone before its postback was sent, or it undid a change without one. */
  UNDONE: 'undone',
  /** The click ids of the result were erased, or deleted with the raw logs. */
  ERASED: 'erased',
} as const;
export type NoPostbackReason = (typeof NoPostbackReason)[keyof typeof NoPostbackReason];
