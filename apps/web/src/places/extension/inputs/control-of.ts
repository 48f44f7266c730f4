export type Control =
  | 'area'
  | 'checkboxes'
  | 'chips'
  | 'choice'
  | 'code'
  | 'color'
  | 'currency'
  | 'date'
  | 'email'
  | 'json'
  | 'line'
  | 'lines'
  | 'milliseconds'
  | 'moment'
  | 'msat'
  | 'number'
  | 'period'
  | 'phone'
  | 'photo'
  | 'picture'
  | 'psbt'
  | 'rows'
  | 'sat'
  | 'schedule'
  | 'switch'
  | 'target'
  | 'time'
  | 'timezone'
  | 'url'
  | 'wallet'
  | 'watchonly'
  | 'weekday'

/** Codes and untyped texts from this length on get a text area. */
const AREA_LENGTH = 300

/** Lists from this many values on get one line per value, for pasting. */
const LINES_COUNT = 20

const BY_TYPE: Readonly<Record<string, Control>> = {
  bool: 'switch',
  currency: 'currency',
  date: 'date',
  json: 'json',
  money: 'number',
  msat: 'msat',
  percent: 'number',
  sat: 'sat',
  target: 'target',
  time: 'time',
  url: 'url',
  walletRef: 'wallet',
}

const BY_KIND: Readonly<Record<string, Control>> = {
  color: 'color',
  currency: 'currency',
  email: 'email',
  line: 'line',
  lines: 'area',
  milliseconds: 'milliseconds',
  minutes: 'period',
  moment: 'moment',
  phone: 'phone',
  photo: 'photo',
  picture: 'picture',
  psbt: 'psbt',
  schedule: 'schedule',
  seconds: 'period',
  timezone: 'timezone',
  url: 'url',
  watchonly: 'watchonly',
  weekday: 'weekday',
}

/** The properties that choose a control. */
interface ControlledField {
  readonly type: string
  readonly as?: string
  readonly options?: readonly unknown[]
  readonly max?: number
  readonly of?: readonly ControlledField[]
  readonly isPlain?: boolean
  readonly maxItems?: number
}

export function controlOf(field: ControlledField): Control {
  const { type, as, options, max = 0 } = field
  if (type === 'list') return listControl(field)
  if (as === 'code') return max > AREA_LENGTH ? 'area' : 'code'
  const known = BY_TYPE[type] ?? (as === undefined ? undefined : BY_KIND[as])
  if (known !== undefined) return known
  if (options !== undefined) return 'choice'
  if (type === 'int') return 'number'
  return max > AREA_LENGTH ? 'area' : 'line'
}

function listControl({ isPlain, of = [], maxItems = LINES_COUNT }: ControlledField): Control {
  if (isPlain !== true) return 'rows'
  const [one] = of
  if (one?.options !== undefined) return 'checkboxes'
  return one?.type === 'int' || maxItems <= LINES_COUNT ? 'chips' : 'lines'
}
