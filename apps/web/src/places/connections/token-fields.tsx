import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { msatToSat, type Rate, unitName } from '../../money/money.ts'
import { type TypedAmount, toMsat } from '../../money/typed-amount.ts'
import { useRate } from '../../money/use-rate.ts'
import { Select, Switch } from '../../parts/field.tsx'
import { AmountField } from '../../parts/numbers/amount-field.tsx'

type BudgetPeriod = 'day' | 'week' | 'month'

export interface TokenWish {
  readonly name: string
  /** Undefined: unlimited. */
  readonly budget: { readonly sats: number; readonly period: BudgetPeriod } | undefined
  /** Undefined: never expires. */
  readonly minutes: number | undefined
}

const DAY_MINUTES = 24 * 60
const LIVES = {
  never: undefined,
  day: DAY_MINUTES,
  week: 7 * DAY_MINUTES,
  month: 30 * DAY_MINUTES,
  year: 365 * DAY_MINUTES,
}

export interface TokenForm {
  readonly isLimited: boolean
  readonly typed: TypedAmount
  readonly period: BudgetPeriod
  readonly life: keyof typeof LIVES
}

const NEW_TOKEN: TokenForm = {
  isLimited: true,
  typed: { unit: 'sat', text: '' },
  period: 'week',
  life: 'never',
}

/** The state of the token's fields; undefined while the budget cannot be parsed. */
export function useTokenForm(canSpend: boolean, start: Partial<TokenForm> = {}) {
  const rate = useRate()
  const [form, setForm] = useState<TokenForm>({ ...NEW_TOKEN, ...start })
  const amount = toMsat(form.typed, rate)
  const sats = amount === undefined ? 0 : Number(msatToSat(amount))
  const hasBudget = canSpend && form.isLimited
  const wish: Omit<TokenWish, 'name'> | undefined =
    hasBudget && sats < 1
      ? undefined
      : { budget: hasBudget ? { sats, period: form.period } : undefined, minutes: LIVES[form.life] }
  return { form, setForm, rate, wish }
}

/** Budget and lifetime of a token. */
export function TokenFields({
  state: { form, setForm, rate },
  canSpend,
  mustLimit = false,
}: {
  readonly state: ReturnType<typeof useTokenForm>
  readonly canSpend: boolean
  /** The budget cannot be unlimited. */
  readonly mustLimit?: boolean
}) {
  return (
    <>
      {canSpend && !mustLimit && (
        <Switch
          label={t('connect.limited')}
          hint={form.isLimited ? undefined : t('connect.unlimited-note')}
          on={form.isLimited}
          onChange={(isLimited) => setForm({ ...form, isLimited })}
        />
      )}
      {canSpend && form.isLimited && <BudgetFields state={{ form, setForm, rate }} />}
      <Select
        label={t('connect.life')}
        value={form.life}
        options={[
          { value: 'never', label: t('connect.until-revoked') },
          { value: 'day', label: t('connect.one-day') },
          { value: 'week', label: t('connect.one-week') },
          { value: 'month', label: t('connect.thirty-days') },
          { value: 'year', label: t('connect.one-year') },
        ]}
        onValue={(life) => setForm({ ...form, life })}
      />
    </>
  )
}

/** An amount and its period. */
export function BudgetFields({
  state: { form, setForm, rate },
}: {
  readonly state: Pick<ReturnType<typeof useTokenForm>, 'form' | 'setForm' | 'rate'>
}) {
  return (
    <>
      <Budget form={form} rate={rate} onTyped={(typed) => setForm({ ...form, typed })} />
      <Select
        label={t('connect.period')}
        value={form.period}
        options={[
          { value: 'day', label: t('connect.a-day') },
          { value: 'week', label: t('connect.a-week') },
          { value: 'month', label: t('connect.a-month') },
        ]}
        onValue={(period) => setForm({ ...form, period })}
      />
    </>
  )
}

/** Typed in satoshis or the person's currency; the service stores satoshis. */
function Budget({
  form: { typed },
  rate,
  onTyped,
}: {
  readonly form: TokenForm
  readonly rate: Rate | undefined
  readonly onTyped: (typed: TypedAmount) => void
}) {
  const units = ['sat', ...(rate === undefined ? [] : [rate.currency])]
  return (
    <div class="budget">
      <AmountField label={t('connect.at-most')} typed={typed} onTyped={onTyped} rate={rate} />
      <Select
        label={t('connect.unit')}
        value={typed.unit}
        options={units.map((value) => ({ value, label: unitName(value) }))}
        onValue={(unit) => onTyped({ unit, text: '' })}
      />
    </div>
  )
}
