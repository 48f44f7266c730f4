/** The texts of these are fetched with the first place that is not needed at the start. */
const PLACES = new Set([
  'account',
  'activity',
  'address',
  'auth',
  'codes',
  'details',
  'export',
  'filter',
  'held',
  'keys',
  'move',
  'receive',
  'scan',
  'send',
  'set-up',
  'take',
  'wallets',
])

export const isPlaceText = (key: string): boolean => PLACES.has(key.slice(0, key.indexOf('.')))
