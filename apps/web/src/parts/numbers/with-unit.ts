import { t } from '../../language/language.ts'
import { periodUnitName } from '../../language/period-text.ts'
import { unitName } from '../../money/money.ts'

/** A label with its unit: `Limit (sat)`, `Price (EUR, optional)`, `Wait (seconds)`. */
export const withUnit = (label: string, unit: string, optional = false): string =>
  t(optional ? 'number.in-unit-optional' : 'number.in-unit', {
    label,
    unit: unit === 'second' ? periodUnitName(unit) : unitName(unit),
  })
