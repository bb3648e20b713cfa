import { registerEnumType } from 'type-graphql';

/** Levels of a right, as GraphQL names. */
export const RightLevel = { NONE: 'none', VIEW: 'view', EDIT: 'edit' } as const;
registerEnumType(RightLevel, { name: 'RightLevel' });
