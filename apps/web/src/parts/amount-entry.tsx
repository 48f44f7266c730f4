import { marksOf } from '@satchel/money/read-typed-number'
import { useId, useRef } from 'preact/hooks'
import { shortTime } from '../language/dates.ts'
import { locale, t } from '../language/language.ts'
import { boundsText } from '../money/bounds-text.ts'
import { digitsOf, type Msat, type Rate, unitName } from '../money/money.ts'
import { type Bounds, boundProblem, MIN_AMOUNT, quickAmounts } from '../money/quick-amounts.ts'
import { editTyped, formOf, pressKey, shownAmount, type TypedAmount, toMsat, typedText } from '../money/typed-amount.ts'
import { doubtText } from '../money/typed-number.ts'
import { aboutText, fiatText, satText } from './amount.tsx'
import './amount-entry.css'
import { Button } from './button.tsx'
import { useFirstFocus } from './form/use-first-focus.ts'
import { Icon } from './icon.tsx'
import { DoubtChoice } from './numbers/doubt-choice.tsx'

interface AmountEntryProps extends Bounds {
  readonly typed: TypedAmount
  readonly onTyped: (typed: TypedAmount) => void
  /** Undefined: show no fiat amount. */
  readonly rate: Rate | undefined
  /** The main field of the page: gets the focus. */
  readonly isFirst?: boolean
}

/** The amount input: big digits, the other unit below, a keypad on phones. */
export function AmountEntry({ typed, onTyped, rate, isFirst = false, ...bounds }: AmountEntryProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useFirstFocus(input, isFirst)
  const amount = toMsat(typed, rate)
  const { doubt } = typed
  const wrong = doubt !== undefined || (typed.text !== '' && boundProblem(amount, bounds) !== undefined)
  const allowed =
    boundsText(bounds, typed.unit, rate) ??
    (wrong ? boundsText({ ...bounds, min: MIN_AMOUNT }, typed.unit, rate) : undefined)
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
          // The keypad below replaces the phone's keyboard.
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
      <DoubtChoice doubt={doubt} unit={typed.unit} onText={(text) => onTyped({ unit: typed.unit, text })} />
      <Choices typed={typed} onTyped={onTyped} rate={rate} {...bounds} />
      <Keypad typed={typed} onTyped={onTyped} />
    </div>
  )
}

const pointOf = (): string => marksOf(locale()).point

/** The parsed amount, shown if the text was typed in another notation than the locale's. */
function understood({ unit, text, raw, doubt }: TypedAmount) {
  if (raw === undefined || doubt !== undefined) return null
  return <span>{t('number.understood', { number: typedText(text, unit) })}</span>
}

function otherUnit(typed: TypedAmount, amount: Msat | undefined, rate: Rate | undefined): string {
  if (amount === undefined) return ''
  return typed.unit === 'sat' ? (fiatText(amount, rate) ?? '') : aboutText(satText(amount))
}

const OLD_SECONDS = 10 * 60
const isOld = ({ timestamp }: Rate): boolean => Date.now() / 1000 - timestamp > OLD_SECONDS

function Choices({ typed, onTyped, rate, ...bounds }: Omit<AmountEntryProps, 'isFirst'>) {
  const isSat = typed.unit === 'sat'
  const next = isSat ? rate?.currency : 'sat'
  return (
    <div class="amount-choices" role="group" aria-label={t('amount.quick')}>
      {quickAmounts(typed.unit, rate, bounds).map((text) => (
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
