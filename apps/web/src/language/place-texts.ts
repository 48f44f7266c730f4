/** A catalogue comes in parts: what is needed at the start, the texts of the other places, those of administrators. */
export type TextPart = 'start' | 'places' | 'admin'

/** The texts of these are fetched with the first place that is not needed at the start. */
const PLACES = new Set([
  'account',
  'activity',
  'address',
  'apps',
  'auth',
  'codes',
  'details',
  'ends',
  'export',
  'ext',
  'filter',
  'held',
  'invited',
  'keys',
  'connect',
  'consent',
  'contacts',
  'links',
  'look',
  'move',
  'note',
  'number',
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

export function partOf(key: string): TextPart {
  const place = key.slice(0, key.indexOf('.'))
  if (place === 'admin') return 'admin'
  return PLACES.has(place) || (place === 'error' && !FIRST_ERRORS.has(key)) ? 'places' : 'start'
}
