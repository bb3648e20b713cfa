import { registerEnumType } from 'type-graphql';

/** How far a right reaches, as GraphQL names it. */
export const RightLevel = { NONE: 'none', VIEW: 'view', EDIT: 'edit' } as const;
registerEnumType(RightLevel, { name: 'RightLevel' });
