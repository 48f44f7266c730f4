import { t } from '../../language/language.ts'
import { periodUnitName } from '../../language/period-text.ts'
import { unitName } from '../../money/typed-amount.ts'

/** A label that names what is typed: `Limit (sat)`, `Price (EUR)`, `Wait (seconds)`. */
export const withUnit = (label: string, unit: string): string =>
  t('number.in-unit', { label, unit: unit === 'second' ? periodUnitName(unit) : unitName(unit) })
