/** By what a person is named. */
export const subjectKinds = ['user', 'visitor', 'conversion'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Whom the address names: `?kind=visitor&id=...`. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

export function subjectIn(parameters: URLSearchParams): Subject {
  const kind = subjectKinds.find((one) => one === parameters.get('kind')) ?? 'user';
  return { kind, id: parameters.get('id') ?? '' };
}

/** The same as the operations take it. */
export const namedBy = ({
  kind,
  id,
}: Subject): { userId?: string; visitorId?: string; conversionId?: string } =>
  kind === 'user' ? { userId: id } : kind === 'visitor' ? { visitorId: id } : { conversionId: id };
