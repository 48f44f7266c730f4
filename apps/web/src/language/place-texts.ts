/** The parts of a catalogue: start, other places, administration. */
export type TextPart = 'start' | 'places' | 'admin'

/** The build writes it into `index.html`, so it is in no part. */
export const NO_SCRIPT = 'page.no-script'

/** Loaded with the first place other than Home. */
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

/** Errors shown before their texts can be loaded, such as a missing answer. */
const FIRST_ERRORS = new Set(['error.no_answer', 'error.unavailable', 'error.unknown'])

export function partOf(key: string): TextPart {
  const place = key.slice(0, key.indexOf('.'))
  if (place === 'admin') return 'admin'
  return PLACES.has(place) || (place === 'error' && !FIRST_ERRORS.has(key)) ? 'places' : 'start'
}
