import { t } from '../../language/language.ts'
import { Choices } from '../../parts/choices.tsx'
import { AllRights } from './all-rights.tsx'
import { entriesOf, PRESET_HINT, PRESET_TEXT, PRESETS, type Preset } from './presets.ts'

/** A choice of presets; the last one opens the full list. */
export function RightsFields({
  preset,
  entries,
  onRights,
}: {
  readonly preset: Preset
  readonly entries: readonly string[]
  readonly onRights: (preset: Preset, entries: readonly string[]) => void
}) {
  return (
    <>
      <Choices
        label={t('connect.rights')}
        value={preset}
        choices={PRESETS.map((value) => ({ value, label: PRESET_TEXT[value](), hint: PRESET_HINT[value]() }))}
        // Starts with the entries of the previous preset.
        onValue={(next) => onRights(next, next === 'all' ? entries : entriesOf(next))}
      />
      {preset === 'all' && <AllRights entries={entries} onEntries={(chosen) => onRights('all', chosen)} />}
    </>
  )
}
