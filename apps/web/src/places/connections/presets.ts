import { listed } from '../../language/joined.ts'
import { t } from '../../language/language.ts'

export type Preset = 'receive' | 'pay' | 'history' | 'all'

/** The methods and paths of each preset. */
const ALLOWS: Readonly<Record<Exclude<Preset, 'all'>, Readonly<Record<string, readonly string[]>>>> = {
  receive: {
    GET: ['/api/v1/payments/{checking_id}'],
    POST: ['/api/v1/payments receive'],
  },
  pay: {
    GET: ['/api/v1/payments/fee-reserve', '/api/v1/payments/{checking_id}', '/api/v1/wallets'],
    POST: ['/api/v1/lnurlscan', '/api/v1/payments', '/api/v1/payments/decode', '/api/v1/payments/lnurl'],
  },
  history: {
    GET: [
      '/api/v1/payments',
      '/api/v1/payments/export',
      '/api/v1/payments/history',
      '/api/v1/payments/labels',
      '/api/v1/payments/paginated',
      '/api/v1/payments/stats/count',
      '/api/v1/payments/stats/daily',
      '/api/v1/payments/stats/wallets',
      '/api/v1/payments/{checking_id}',
      '/api/v1/wallets',
    ],
  },
}

export const PRESETS: readonly Preset[] = ['receive', 'pay', 'history', 'all']

export const entriesOf = (preset: Exclude<Preset, 'all'>): string[] =>
  Object.entries(ALLOWS[preset]).flatMap(([method, paths]) => paths.map((path) => `${method} ${path}`))

/** The preset with exactly these entries. */
export const presetOf = (entries: readonly string[]): Preset =>
  (['receive', 'pay', 'history'] as const).find((preset) => {
    const own = entriesOf(preset)
    return own.length === entries.length && own.every((entry) => entries.includes(entry))
  }) ?? 'all'

/** The presets that make up the entries exactly; empty: single operations were chosen. */
export function presetsOf(entries: readonly string[]): Preset[] {
  const presets = (['receive', 'pay', 'history'] as const).filter((preset) =>
    entriesOf(preset).every((entry) => entries.includes(entry)),
  )
  return new Set(presets.flatMap(entriesOf)).size === new Set(entries).size ? presets : []
}

/** Whether the entries allow moving money. */
export const maySpend = (entries: readonly string[]): boolean =>
  entries.some((entry) => !entry.startsWith('GET ') && !entry.endsWith(' receive'))

/** What the entries allow, as text. */
export function rightsText(entries: readonly string[]): string {
  const presets = presetsOf(entries)
  if (presets.length === 0) return t('connect.rights-count', { count: entries.length })
  return listed(
    presets.map((preset) => PRESET_TEXT[preset]()),
    'unit',
  )
}

export const PRESET_TEXT: Readonly<Record<Preset, () => string>> = {
  receive: () => t('connect.receive'),
  pay: () => t('connect.pay'),
  history: () => t('connect.history'),
  all: () => t('connect.all'),
}

export const PRESET_HINT: Readonly<Record<Preset, () => string>> = {
  receive: () => t('connect.receive-hint'),
  pay: () => t('connect.pay-hint'),
  history: () => t('connect.history-hint'),
  all: () => t('connect.all-hint'),
}
