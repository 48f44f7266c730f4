import { t } from '../../../language/language.ts'
import { WHOLE } from '../../../money/typed-number.ts'
import { Checkbox, Choices } from '../../../parts/choices.tsx'
import { Field, TextArea } from '../../../parts/field.tsx'
import { NumberField } from '../../../parts/numbers/number-field.tsx'
import { PeriodField } from '../../../parts/numbers/period-field.tsx'
import { SatField } from '../../../parts/numbers/sat-field.tsx'
import { ScaledField } from '../../../parts/numbers/scaled-field.tsx'
import type { Setting, SettingValue } from './setting.ts'
import { optionText } from './setting-text.ts'

interface InputProps {
  readonly setting: Setting
  readonly label: string
  readonly value: SettingValue
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly onValue: (value: SettingValue) => void
}

export function SettingInput(props: InputProps) {
  const { setting, label, value, hint, error, onValue } = props
  switch (setting.type) {
    case 'boolean':
      return (
        <Choices
          label={label}
          value={value === true ? 'yes' : 'no'}
          choices={[
            { value: 'yes', label: t('admin.yes') },
            { value: 'no', label: t('admin.no') },
          ]}
          onValue={(choice) => onValue(choice === 'yes')}
        />
      )
    case 'choice':
      return (
        <Choices
          label={label}
          value={String(value)}
          choices={(setting.options ?? []).map((option) => ({ value: option, label: optionText(option) }))}
          onValue={onValue}
        />
      )
    case 'choices':
      return <Several {...props} />
    case 'integer':
      return <WholeNumber {...props} />
    case 'list':
      return (
        <TextArea
          label={label}
          rows={6}
          hint={t('admin.one-per-line')}
          error={error}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onValue={(text) => onValue(text.split('\n').map((line) => line.trim()))}
          spellcheck={false}
          ltr
        />
      )
    case 'text':
      return <Field label={label} hint={hint} error={error} value={String(value)} onValue={onValue} />
  }
}

/** A number in a unit for people; the service stores a smaller one. Unparsed text is not sent. */
function WholeNumber({ setting, label, value, hint, error, onValue }: InputProps) {
  const { unit, minimum, maximum } = setting
  const shared = {
    label,
    hint,
    error,
    value: String(value),
    // Empty is not zero: reject it, too.
    onValue: (draft: string) => onValue(/^\d+$/.test(draft) ? Number(draft) : draft),
    required: true,
  }
  switch (unit) {
    case 'sat':
      return <SatField {...shared} />
    case 'msat':
      return <ScaledField {...shared} digits={3} unit="sat" />
    case 'ppm':
      return <ScaledField {...shared} digits={4} unit="%" />
    case 'seconds':
      return <PeriodField {...shared} min={minimum ?? 0} max={maximum ?? undefined} />
    default:
      return <NumberField {...shared} form={WHOLE} />
  }
}

function Several({ setting, label, value, error, onValue }: InputProps) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <div class="stack" role="group" aria-label={label}>
      {(setting.options ?? []).map((option) => (
        <Checkbox
          key={option}
          label={optionText(option)}
          on={chosen.includes(option)}
          onChange={(on) =>
            onValue((setting.options ?? []).filter((one) => (one === option ? on : chosen.includes(one))))
          }
        />
      ))}
      {error !== undefined && <p class="note bad">{error}</p>}
    </div>
  )
}
