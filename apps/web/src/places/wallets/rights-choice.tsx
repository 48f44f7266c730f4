import type { Right } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { Checkbox } from '../../parts/choices.tsx'
import { RIGHT_TEXT, RIGHTS } from './rights.ts'

export function RightsChoice({
  rights,
  onRights,
}: {
  readonly rights: readonly string[]
  readonly onRights: (rights: readonly Right[]) => void
}) {
  const chosen = RIGHTS.filter((right) => rights.includes(right))
  return (
    <fieldset class="question">
      <legend>{t('people.rights')}</legend>
      {RIGHTS.map((right) => (
        <Checkbox
          key={right}
          label={RIGHT_TEXT[right]()}
          on={chosen.includes(right)}
          onChange={(on) => onRights(RIGHTS.filter((each) => (each === right ? on : chosen.includes(each))))}
        />
      ))}
    </fieldset>
  )
}
