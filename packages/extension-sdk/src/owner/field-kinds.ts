/**
 * The meaning of a text, for a suitable control: several `lines`, one `line` although it may be long, a `code` to paste
 * (keys, names for machines), a URL, email address or phone number, the id of a time zone or of a currency, a color
 * (`#94480f`), the id of a `watchonly` wallet of the account. `psbt`, in Base64, is shown and read as codes for a
 * signer. `picture` is chosen on the device and made small, or a URL; spread `PICTURE` for its bounds; a `photo` is
 * chosen on the device. `moment`: ISO 8601 with a zone, chosen as local day and time. `schedule`: five cron fields,
 * chosen as daily, weekly or monthly at a time. `reason`: a sentence in English that the service or the extension has
 * stored; the app shows it in its own language, if `locales/` or the service has it.
 */
export const TEXT_KINDS = [
  'lines',
  'line',
  'code',
  'url',
  'email',
  'phone',
  'timezone',
  'currency',
  'color',
  'watchonly',
  'psbt',
  'picture',
  'photo',
  'moment',
  'schedule',
  'reason',
] as const

/**
 * The meaning of a whole number: a duration in this unit, chosen as hours or days, milliseconds typed as seconds. A
 * `weekday`: 0 is Monday.
 */
export const NUMBER_KINDS = ['seconds', 'minutes', 'milliseconds', 'weekday', 'percent'] as const

/** The meaning of the numbers in a list. */
export const LISTED_NUMBER_KINDS = ['sat', 'percent'] as const
