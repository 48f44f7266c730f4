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

interface SaidBounds {
  readonly low?: string
  readonly high?: string
}

/** Both bounds as texts, rounded so that the shown amounts are allowed. */
export function boundsIn({ min, max }: Bounds, unit: string, rate: Rate | undefined): SaidBounds {
  const inFiat = rate?.currency === unit ? fiatBounds({ min, max }, rate) : undefined
  return inFiat ?? { ...(min !== undefined && { low: satText(min) }), ...(max !== undefined && { high: satText(max) }) }
}

const satText = (amount: Msat): string => typedText(String(amount / 1000n), 'sat')

/** The smallest and largest amounts in minor units within the bounds; undefined: none fits. */
function fiatBounds({ min, max }: Bounds, rate: Rate): SaidBounds | undefined {
  const low = min === undefined ? undefined : leastAbove(min, rate)
  const high = max === undefined ? undefined : mostBelow(max, rate)
  if (high === 0n || (low !== undefined && high !== undefined && low > high)) return undefined
  return {
    ...(low !== undefined && { low: formatFiat(low, rate.currency) }),
    ...(high !== undefined && { high: formatFiat(high, rate.currency) }),
  }
}

function leastAbove(amount: Msat, rate: Rate): bigint {
  const near = toFiat(amount, rate)
  return fromFiat(near, rate) >= amount ? near : near + 1n
}

function mostBelow(amount: Msat, rate: Rate): bigint {
  const near = toFiat(amount, rate)
  return fromFiat(near, rate) <= amount ? near : near - 1n
}
