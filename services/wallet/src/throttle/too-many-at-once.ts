import { rateLimited, type ServiceError } from '@satchel/http/service-error'

/** For a caller that finds a full queue. A full one is worked off in some seconds. */
export const tooManyAtOnce = (): ServiceError =>
  rateLimited('Too many concurrent log-ins; retry.', { code: 'too_busy', headers: { 'Retry-After': '5' } })
