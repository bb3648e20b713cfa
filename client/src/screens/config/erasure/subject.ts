/** Ways to identify a person. */
export const subjectKinds = ['user', 'visitor', 'conversion'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Person named by the address: `?kind=visitor&id=...`. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

export function readSubject(parameters: URLSearchParams): Subject {
  const kind = subjectKinds.find((one) => one === parameters.get('kind')) ?? 'user';
  return { kind, id: parameters.get('id') ?? '' };
}

/** Converts the subject to operation variables. */
export const subjectVariables = ({
  kind,
  id,
}: Subject): { userId?: string; visitorId?: string; conversionId?: string } =>
  kind === 'user' ? { userId: id } : kind === 'visitor' ? { visitorId: id } : { conversionId: id };
