/** The texts of these are fetched with the first place that is not needed at the start. */
const PLACES = new Set([
  'account',
  'activity',
  'address',
  'admin',
  'apps',
  'auth',
  'codes',
  'details',
  'export',
  'ext',
  'filter',
  'held',
  'invited',
  'keys',
  'connect',
  'contacts',
  'links',
  'move',
  'note',
  'people',
  'receive',
  'scan',
  'send',
  'set-up',
  'take',
  'wallets',
  'webhooks',
  'withdraw',
])

/** Errors that are shown before their texts can be fetched: without an answer of the service, for example. */
const FIRST_ERRORS = new Set(['error.no_answer', 'error.unavailable', 'error.unknown'])

export const isPlaceText = (key: string): boolean =>
  PLACES.has(key.slice(0, key.indexOf('.'))) || (key.startsWith('error.') && !FIRST_ERRORS.has(key))
