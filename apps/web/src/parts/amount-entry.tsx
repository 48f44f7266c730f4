import { marksOf } from '@satchel/money/read-typed-number'
import { useId, useRef } from 'preact/hooks'
import { shortTime } from '../language/dates.ts'
import { locale, t } from '../language/language.ts'
import { digitsOf, type Msat, type Rate, satToMsat } from '../money/money.ts'
import { editTyped, formOf, pressKey, shownAmount, toMsat, type TypedAmount, unitName } from '../money/typed-amount.ts'
import { doubtText, writeNumber } from '../money/typed-number.ts'
import { fiatText, satText } from './amount.tsx'
import './amount-entry.css'
import { Button } from './button.tsx'
import { DoubtChoice } from './numbers/doubt-choice.tsx'
import { Icon } from './icon.tsx'
import { useFirstFocus } from './form/use-first-focus.ts'

interface AmountEntryProps {
  readonly typed: TypedAmount
  readonly onTyped: (typed: TypedAmount) => void
  /** Without one there is no fiat half. */
  readonly rate: Rate | undefined
  readonly min?: Msat
  readonly max?: Msat
  /** What the person came to type. */
  readonly isFirst?: boolean
}

/** The one place where amounts are typed: big digits, the other unit below them, a keypad on a phone. */
export function AmountEntry({ typed, onTyped, rate, min, max, isFirst = false }: AmountEntryProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useFirstFocus(input, isFirst)
  const amount = toMsat(typed, rate)
  const { doubt } = typed
  const wrong = doubt !== undefined || (typed.text !== '' && boundProblem(amount, min, max) !== undefined)
  const allowed = bounds(min, max) ?? (wrong ? bounds(SMALLEST, max) : undefined)
  const unit = unitName(typed.unit)
  return (
    <div class="amount-entry">
      <label class="unseen" for={id}>
        {t('amount.label')}
      </label>
      <div class="amount-field">
        <input
          ref={input}
          id={id}
          // The digits below are the keyboard of a phone; that of the phone would cover them.
          inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : 'decimal'}
          autocomplete="off"
          dir="ltr"
          size={Math.max(1, shownAmount(typed).length)}
          placeholder="0"
          value={shownAmount(typed)}
          aria-describedby={`${id}-other`}
          aria-invalid={wrong || undefined}
          onInput={(event) => {
            const next = editTyped(typed, event.currentTarget.value)
            event.currentTarget.value = shownAmount(next)
            onTyped(next)
          }}
        />
        <span class="amount-unit">{unit}</span>
      </div>
      <p id={`${id}-other`} class="amount-other">
        {understood(typed)}
        {otherUnit(typed, amount, rate)}
        {doubt !== undefined && (
          <span class="note bad" role="alert">
            {doubtText(doubt, formOf(typed.unit), typed.unit)}
          </span>
        )}
        {doubt === undefined && allowed !== undefined && <span class={wrong ? 'note bad' : 'note'}>{allowed}</span>}
        {rate !== undefined && isOld(rate) && (
          <span class="note">{t('amount.rate-age', { time: shortTime(rate.timestamp) })}</span>
        )}
      </p>
      <DoubtChoice doubt={doubt} unit={unit} onText={(text) => onTyped({ unit: typed.unit, text })} />
      <Choices typed={typed} onTyped={onTyped} rate={rate} />
      <Keypad typed={typed} onTyped={onTyped} />
    </div>
  )
}

/** Without other bounds. */
const SMALLEST = satToMsat(1)

/** `below` or `above` what is asked for; undefined: it fits. */
export function boundProblem(amount: Msat | undefined, min?: Msat, max?: Msat): 'below' | 'above' | undefined {
  if (amount === undefined) return undefined
  if (amount < (min ?? SMALLEST)) return 'below'
  return max !== undefined && amount > max ? 'above' : undefined
}

const pointOf = (): string => marksOf(locale()).point

/** What is understood of a notation that is not the one of the language: before it is sent. */
function understood({ unit, text, raw, doubt }: TypedAmount) {
  if (raw === undefined || doubt !== undefined) return null
  return <span>{t('number.understood', { number: `${writeNumber(text, true)} ${unitName(unit)}` })}</span>
}

function otherUnit(typed: TypedAmount, amount: Msat | undefined, rate: Rate | undefined): string {
  if (amount === undefined) return ''
  return typed.unit === 'sat' ? (fiatText(amount, rate) ?? '') : `≈ ${satText(amount)}`
}

function bounds(min: Msat | undefined, max: Msat | undefined): string | undefined {
  if (min !== undefined && max !== undefined && min < max)
    return t('amount.between', { min: satText(min), max: satText(max) })
  if (max !== undefined) return t('amount.at-most', { max: satText(max) })
  return min === undefined ? undefined : t('amount.at-least', { min: satText(min) })
}

const OLD_SECONDS = 10 * 60
const isOld = ({ timestamp }: Rate): boolean => Date.now() / 1000 - timestamp > OLD_SECONDS

const QUICK = { sat: ['1000', '5000', '21000'], fiat: ['5', '10', '20'] } as const

function Choices({ typed, onTyped, rate }: Pick<AmountEntryProps, 'typed' | 'onTyped' | 'rate'>) {
  const isSat = typed.unit === 'sat'
  const next = isSat ? rate?.currency : 'sat'
  return (
    <div class="amount-choices" role="group" aria-label={t('amount.quick')}>
      {QUICK[isSat ? 'sat' : 'fiat'].map((text) => (
        <Button key={text} onClick={() => onTyped({ unit: typed.unit, text })}>
          {shownAmount({ unit: typed.unit, text })}
        </Button>
      ))}
      {next !== undefined && (
        <Button look="quiet" icon="swap" onClick={() => onTyped({ unit: next, text: '' })}>
          {unitName(next)} <span class="unseen">{t('amount.switch', { unit: unitName(next) })}</span>
        </Button>
      )}
    </div>
  )
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

function Keypad({ typed, onTyped }: Pick<AmountEntryProps, 'typed' | 'onTyped'>) {
  const press = (key: string) => () => onTyped(pressKey(typed, key))
  const hasPoint = typed.unit !== 'sat' && digitsOf(typed.unit) > 0
  return (
    <div class="keypad" role="group" aria-label={t('amount.keypad')} dir="ltr">
      {KEYS.map((key) => (
        <button key={key} type="button" onClick={press(key)}>
          {key}
        </button>
      ))}
      {hasPoint ? (
        <button type="button" onClick={press('.')}>
          {pointOf()}
        </button>
      ) : (
        <span />
      )}
      <button type="button" onClick={press('0')}>
        {'0'}
      </button>
      <button
        type="button"
        aria-label={t('amount.delete')}
        disabled={shownAmount(typed) === ''}
        onClick={press('delete')}
      >
        <Icon name="backspace" />
      </button>
    </div>
  )
}
