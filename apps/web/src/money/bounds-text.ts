import { t } from '../language/language.ts'
import { formatFiat, fromFiat, type Msat, type Rate, toFiat } from './money.ts'
import type { Bounds } from './quick-amounts.ts'
import { typedText } from './typed-amount.ts'

/** The bounds in the unit that is typed; undefined: no bounds. */
export function boundsText(bounds: Bounds, unit: string, rate: Rate | undefined): string | undefined {
  const { low, high } = boundsIn(bounds, unit, rate)
  if (low !== undefined && high !== undefined && low !== high) return t('amount.between', { min: low, max: high })
  if (high !== undefined) return t('amount.at-most', { max: high })
  return low === undefined ? undefined : t('amount.at-least', { min: low })
}

interface BoundTexts {
  readonly low?: string
  readonly high?: string
}

/** Both bounds as texts, rounded so that the shown amounts are allowed. */
export function boundsIn({ min, max }: Bounds, unit: string, rate: Rate | undefined): BoundTexts {
  const inFiat = rate?.currency === unit ? fiatBounds({ min, max }, rate) : undefined
  return inFiat ?? { ...(min !== undefined && { low: satText(min) }), ...(max !== undefined && { high: satText(max) }) }
}

const satText = (amount: Msat): string => typedText(String(amount / 1000n), 'sat')

/** The smallest and largest amounts in minor units within the bounds; undefined: none fits. */
function fiatBounds({ min, max }: Bounds, rate: Rate): BoundTexts | undefined {
  const low = min === undefined ? undefined : minAbove(min, rate)
  const high = max === undefined ? undefined : maxBelow(max, rate)
  if (high === 0n || (low !== undefined && high !== undefined && low > high)) return undefined
  return {
    ...(low !== undefined && { low: formatFiat(low, rate.currency) }),
    ...(high !== undefined && { high: formatFiat(high, rate.currency) }),
  }
}

function minAbove(amount: Msat, rate: Rate): bigint {
  const near = toFiat(amount, rate)
  return fromFiat(near, rate) >= amount ? near : near + 1n
}

function maxBelow(amount: Msat, rate: Rate): bigint {
  const near = toFiat(amount, rate)
  return fromFiat(near, rate) <= amount ? near : near - 1n
}
