/** Why nobody is told of a change of state. */
export const Untold = {
  /** The CV tag of the page that converted told of the result; it has no second word. */
  CV_TAG: 'cv_tag',
  /** Neither the ad nor its ad network says how results are told. */
  NO_METHOD: 'no_method',
  /** Results are told by webhook, and there is no URL. */
  NO_URL: 'no_url',
  /** It was loaded, and nobody was to be told. */
  IMPORT: 'import',
  /** It was made for a conversion of before, and nobody was to be told. */
  REBUILD: 'rebuild',
  /** It was undone before anybody was told, or undid what nobody was told. */
  UNDONE: 'undone',
  /** What its ad network knows it by was erased, or left with the raw logs. */
  ERASED: 'erased',
} as const;
export type Untold = (typeof Untold)[keyof typeof Untold];
