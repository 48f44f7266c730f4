import { ServiceError } from '@satchel/http/service-error'

/** For a caller that finds a full queue. A full one is worked off in some seconds. */
export const tooManyAtOnce = (): ServiceError =>
  new ServiceError('rate_limited', 'Too many concurrent log-ins; retry.', [], {
    word: 'too_busy',
    headers: { 'Retry-After': '5' },
  })
