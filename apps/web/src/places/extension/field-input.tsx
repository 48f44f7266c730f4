import { t } from '../../language/language.ts'
import { Checkbox } from '../../parts/choices.tsx'
import { Field, Select, Switch, TextArea } from '../../parts/field.tsx'
import { lazyPlace } from '../../routing/lazy-place.tsx'
import { fieldProblem } from './field-problem.ts'
import type { InputProps } from './input-props.ts'
import { PictureInput } from './picture-input.tsx'
import { RowsInput } from './rows-input.tsx'
import { SatInput } from './sat-input.tsx'
import { WalletInput } from './wallet-input.tsx'

const ScanPsbt = lazyPlace(() => import('./psbt/scan-psbt.tsx').then((part) => part.ScanPsbt))

/** A text is longer than a line from here on. */
const LONG = 160

/** The control that fits the type of a field. */
export function FieldInput(props: InputProps) {
  const { field, value, onValue, error, place } = props
  const { type, options, help, example } = field
  const label = field.required ? field.label : t('ext.optional', { label: field.label })
  const text = typeof value === 'string' ? value : ''
  const shared = { label, hint: help, error: fieldProblem(error, place) }
  if (type === 'bool') return <Switch label={field.label} hint={help} on={value === true} onChange={onValue} />
  if (type === 'list') return field.isPlain === true ? <PlainList {...props} /> : <RowsInput {...props} />
  if (options !== undefined) return <Choice {...props} />
  if (type === 'walletRef' || type === 'target') {
    return (
      <WalletInput
        {...shared}
        value={text}
        onValue={onValue}
        isOnlyWallet={type === 'walletRef'}
        optional={!field.required}
        example={example}
      />
    )
  }
  if (type === 'sat') return <SatInput {...shared} value={text} onValue={onValue} />
  if (field.as === 'picture') return <PictureInput {...shared} value={text} onValue={onValue} />
  if (field.as === 'psbt') {
    return (
      <>
        <TextArea {...shared} value={text} onValue={onValue} rows={3} ltr />
        <ScanPsbt onPsbt={onValue} />
      </>
    )
  }
  if (type === 'json' || (type === 'text' && (field.max ?? 0) > LONG)) {
    return <TextArea {...shared} value={text} onValue={onValue} rows={3} ltr={type === 'json'} />
  }
  return (
    <Field
      {...shared}
      label={withUnit(props, label)}
      value={text}
      onValue={onValue}
      type={type === 'date' ? 'date' : 'text'}
      ltr={type !== 'text'}
      autocomplete="off"
      inputMode={NUMBERS.has(type) ? 'decimal' : type === 'url' ? 'url' : 'text'}
      {...(example !== undefined && { placeholder: example })}
      {...(type === 'text' && field.max !== undefined && { maxLength: field.max })}
    />
  )
}

const NUMBERS = new Set(['int', 'msat', 'money', 'percent'])

function withUnit({ field, currency }: InputProps, label: string): string {
  if (field.type !== 'money' || typeof currency !== 'string' || currency === '') return label
  return t('ext.in-currency', { label, currency })
}

function Choice({ field, value, onValue, error, place }: InputProps) {
  const isFree = !field.required && field.default === undefined
  return (
    <Select
      label={field.required ? field.label : t('ext.optional', { label: field.label })}
      hint={field.help}
      error={fieldProblem(error, place)}
      value={typeof value === 'string' ? value : ''}
      options={[...(isFree || value === '' ? [{ value: '', label: t('ext.choose') }] : []), ...(field.options ?? [])]}
      onValue={onValue}
    />
  )
}

/** Some of a few, or one in each line. */
function PlainList({ field, value, onValue, error, place }: InputProps) {
  const [one] = field.of ?? []
  const chosen = Array.isArray(value) ? value.map(String) : []
  const problem =
    fieldProblem(error, place) ?? chosen.map((_, index) => fieldProblem(error, [...place, index])).find(Boolean)
  if (one?.options === undefined) {
    return (
      <TextArea
        label={field.required ? field.label : t('ext.optional', { label: field.label })}
        hint={field.help ?? t('ext.one-a-line')}
        error={problem}
        value={chosen.join('\n')}
        onValue={(text) => onValue(text === '' ? [] : text.split('\n'))}
        rows={3}
      />
    )
  }
  const toggle = (option: string, on: boolean): void =>
    onValue(on ? [...chosen, option] : chosen.filter((each) => each !== option))
  return (
    <fieldset class="field-group">
      <legend>{field.label}</legend>
      {one.options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          on={chosen.includes(option.value)}
          onChange={(on) => toggle(option.value, on)}
        />
      ))}
      {(problem ?? field.help) !== undefined && (
        <p class={problem === undefined ? 'note' : 'note bad'}>{problem ?? field.help}</p>
      )}
    </fieldset>
  )
}
