/**
 * Of every route of the dialect: the own API, which it asks, checks the credential and counts the request. `/openapi.json`
 * describes that API alone.
 */
export const DIALECT = { config: { access: 'anyone', rateLimited: false }, schema: { hide: true } } as const
