import type { ComponentProps } from 'preact'
import { t } from '../../../language/language.ts'
import { Checkbox } from '../../../parts/choices.tsx'
import { Field, Select, Switch, TextArea } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { PeriodField } from '../../../parts/numbers/period-field.tsx'
import { SatField } from '../../../parts/numbers/sat-field.tsx'
import { ScaledField } from '../../../parts/numbers/scaled-field.tsx'
import { withUnit } from '../../../parts/numbers/with-unit.ts'
import { isKeyOfMoney, useGuardedText } from '../../../parts/payment/use-guarded-text.ts'
import { lazyPlace } from '../../../routing/lazy-place.tsx'
import { isOptional } from '../draft.ts'
import { fieldProblem } from '../field-problem.ts'
import { ChipsInput } from './chips-input.tsx'
import { ColorInput } from './color-input.tsx'
import { controlOf } from './control-of.ts'
import { CurrencyInput } from './currency-input.tsx'
import type { InputProps } from './input-props.ts'
import { MomentInput } from './moment-input.tsx'
import { MsatInput } from './msat-input.tsx'
import { NumberInput } from './number-input.tsx'
import { RowsInput } from './rows-input.tsx'
import { ScheduleInput } from './schedule-input.tsx'
import { TimezoneInput } from './timezone-input.tsx'
import { WalletInput } from './wallet-input.tsx'
import { WatchonlyInput } from './watchonly-input.tsx'
import { WeekdayInput } from './weekday-input.tsx'

const PictureInput = lazyPlace(() => import('./picture-input.tsx').then((part) => part.PictureInput))
const ScanPsbt = lazyPlace(() => import('../psbt/scan-psbt.tsx').then((part) => part.ScanPsbt))

export function FieldInput(props: InputProps) {
  const { field, value, onValue, error, place } = props
  const { help: hint } = field
  const control = controlOf(field)
  const label = isOptional(field) ? t('ext.optional', { label: field.label }) : field.label
  const problem = fieldProblem(error, place, field.type !== 'list')
  if (control === 'rows') return <RowsInput {...props} />
  if (control === 'switch')
    return <Switch label={field.label} hint={hint} error={problem} on={value === true} onChange={onValue} />
  if (Array.isArray(value)) {
    const inside = value.map((_, index) => fieldProblem(error, [...place, index])).find(Boolean)
    return <PlainList {...props} label={label} problem={problem ?? inside} values={value.map(String)} />
  }
  const shared = { label, hint, error: problem, value: typeof value === 'string' ? value : '', onValue }
  const isNumber = control === 'number'
  return isNumber ? <NumberInput {...props} {...shared} /> : <TextInput {...props} {...shared} />
}

type OneProps = InputProps & TextInputProps

/** A control whose value is a text while it is edited. */
function TextInput({ field, label, hint, error, value, onValue }: OneProps) {
  const { type, as, example, max } = field
  const optional = !field.required
  const limit = type === 'text' && max !== undefined ? { max } : undefined
  const shared = { label, hint, error, value, onValue }
  // These show their unit beside them.
  const named = { label: field.label, optional: isOptional(field) }
  const line = {
    ...shared,
    limit,
    autocomplete: 'off',
    ...(example !== undefined && { placeholder: example }),
  } as const
  switch (controlOf(field)) {
    case 'wallet':
    case 'target':
      return (
        <WalletInput {...shared} name={field.label} isOnlyWallet={type === 'walletRef'} {...{ optional, example }} />
      )
    case 'sat':
      return <SatField {...shared} {...named} />
    case 'msat':
      return <MsatInput {...shared} {...named} />
    case 'currency':
      return <CurrencyInput {...shared} isPrice={type === 'text'} />
    case 'moment':
      return <MomentInput {...shared} />
    case 'period':
      return <PeriodField {...shared} {...periodOf(field)} />
    case 'schedule':
      return <ScheduleInput {...shared} />
    case 'milliseconds':
      return <ScaledField {...shared} {...named} digits={3} unit="second" />
    case 'weekday':
      return <WeekdayInput {...shared} />
    case 'timezone':
      return <TimezoneInput {...shared} />
    case 'watchonly':
      return <WatchonlyInput {...shared} />
    case 'color':
      return <ColorInput {...shared} />
    case 'choice':
      return <Choice field={field} {...shared} />
    case 'picture':
    case 'photo':
      return <PictureInput {...shared} isOnlyFile={as === 'photo'} />
    case 'psbt':
      return <PsbtInput {...shared} limit={limit} />
    case 'json':
      return <TextArea {...shared} rows={3} ltr spellcheck={false} />
    case 'area':
      return as === 'code' ? <CodeInput {...line} isLong /> : <TextArea {...shared} limit={limit} rows={3} />
    case 'code':
      return <CodeInput {...line} />
    case 'email':
      return <Field {...line} {...CODE} type="email" />
    case 'url':
      return <Field {...line} {...CODE} inputMode="url" />
    case 'phone':
      return <Field {...line} type="tel" ltr />
    case 'date':
      return <Field {...line} type="date" ltr />
    case 'time':
      return <Field {...line} value={line.value === '24:00' ? MIDNIGHT : line.value} type="time" ltr />
    default:
      return <Field {...line} />
  }
}

const periodOf = ({ as, min, max, options }: InputProps['field']) => ({
  unitSeconds: as === 'minutes' ? 60 : 1,
  min,
  max,
  // The label for zero.
  zero: options?.find((one) => one.value === '0')?.label,
})

/** Time inputs have no 24:00. */
const MIDNIGHT = '00:00'

function PsbtInput(shared: ComponentProps<typeof TextArea>) {
  return (
    <>
      <TextArea {...shared} rows={3} ltr />
      <ScanPsbt onPsbt={shared.onValue} />
    </>
  )
}

/** Public keys and identifiers: rejects private keys. */
function CodeInput({ isLong = false, ...line }: ComponentProps<typeof Field> & { readonly isLong?: boolean }) {
  const guarded = useGuardedText(line, isKeyOfMoney)
  const { label, hint, limit } = line
  return isLong ? (
    <TextArea {...{ label, hint, limit }} {...guarded} {...CODE} rows={3} />
  ) : (
    <Field {...line} {...guarded} {...CODE} />
  )
}

/** Turns off the keyboard's corrections. */
const CODE = { ltr: true, autocapitalize: 'none', spellcheck: false } as const

function Choice({ field, ...shared }: Pick<InputProps, 'field'> & TextInputProps) {
  const isFree = !field.required && field.default === undefined
  return (
    <Select
      {...shared}
      options={[
        ...(isFree || shared.value === '' ? [{ value: '', label: t('ext.choose') }] : []),
        ...(field.options ?? []),
      ]}
    />
  )
}

const CHIP_UNITS: Readonly<Record<string, 'sat' | '%'>> = { percent: '%', sat: 'sat' }

interface PlainListProps extends InputProps {
  readonly label: string
  readonly problem: string | undefined
  readonly values: readonly string[]
}

/** Checkboxes, chips, or one value per line. */
function PlainList({ field, label, problem, values, onValue }: PlainListProps) {
  const { help, of: [one] = [], maxItems = Number.MAX_SAFE_INTEGER } = field
  const control = controlOf(field)
  if (control === 'chips') {
    const shared = { label, hint: help, error: problem, values, onValues: onValue, maxItems }
    const unit = CHIP_UNITS[one?.as ?? '']
    const named = unit === undefined ? label : withUnit(field.label, unit, isOptional(field))
    if (one?.type === 'int') return <ChipsInput {...shared} label={named} isNumbers unit={unit} />
    return <ChipsInput {...shared} isNumbers={false} limit={one?.max === undefined ? undefined : { max: one.max }} />
  }
  if (control === 'lines') {
    return (
      <TextArea
        label={label}
        hint={help ?? t('ext.one-a-line')}
        error={problem}
        value={values.join('\n')}
        onValue={(text) => onValue(text === '' ? [] : text.split('\n'))}
        rows={3}
      />
    )
  }
  const toggle = (option: string, on: boolean): void =>
    onValue(on ? [...values, option] : values.filter((each) => each !== option))
  return (
    <fieldset class="field-group" data-invalid={problem !== undefined || undefined}>
      <legend>{field.label}</legend>
      {one?.options?.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          on={values.includes(option.value)}
          onChange={(on) => toggle(option.value, on)}
        />
      ))}
      {(problem ?? help) !== undefined && <p class={problem === undefined ? 'note' : 'note bad'}>{problem ?? help}</p>}
    </fieldset>
  )
}
