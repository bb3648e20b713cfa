/** The console's account at the identity providers of tests. */
export const CLIENT = { clientId: 'console', clientSecret: 'secret~of.the-console' } as const;
