import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { type Msat, msatOf } from '../../money/money.ts'
import { boundProblem } from '../../money/quick-amounts.ts'
import { useStartAmount } from '../../money/start-amount.ts'
import { type TypedAmount, toMsat, typedSat } from '../../money/typed-amount.ts'
import { useRate } from '../../money/use-rate.ts'
import { AmountEntry } from '../../parts/amount-entry.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { isRefused, showFirstWrong } from '../../parts/form/wrong-fields.ts'
import { BothUnits } from '../../parts/outcome.tsx'
import { useGo } from '../../routing/paths.ts'
import { type Draft, withChoice } from './draft.ts'
import { Found } from './found.tsx'

/** Asks for the amount if the payer chooses it, and for a comment if the payee accepts one. */
export function AmountStep({ draft }: { readonly draft: Draft }) {
  const go = useGo()
  const rate = useRate()
  const { target } = draft
  const fixed = target.kind === 'link' && target.minMsat === target.maxMsat ? msatOf(target.minMsat) : undefined
  const start = useStartAmount(rate)
  const before = draft.amountMsat === undefined ? undefined : typedSat(msatOf(draft.amountMsat))
  const [edited, setTyped] = useState<TypedAmount | undefined>(before)
  const [comment, setComment] = useState(draft.comment ?? '')
  const typed = edited ?? start
  const bounds = target.kind === 'link' ? { min: wholeSat(target.minMsat), max: msatOf(target.maxMsat) } : {}
  const amount = fixed ?? toMsat(typed, rate)
  const isReady = amount !== undefined && (fixed !== undefined || boundProblem(amount, bounds) === undefined)
  const commentLength = target.kind === 'link' ? target.commentLength : 0
  const goOn = (): void => {
    if (!isReady) return
    // Replaces this history entry, so that a payment has one entry and Back leaves it.
    go('/send/confirm', { replace: true, state: { draft: withChoice(draft, Number(amount), comment) } })
  }
  return (
    <form
      class="amount-step"
      onSubmit={(event) => {
        event.preventDefault()
        if (isRefused(event.currentTarget)) showFirstWrong(event.currentTarget)
        else goOn()
      }}
    >
      <Found target={target} contact={draft.contact} />
      {fixed === undefined ? (
        <AmountEntry isFirst typed={typed} onTyped={setTyped} rate={rate} {...bounds} />
      ) : (
        <BothUnits amount={fixed} rate={rate} />
      )}
      {commentLength > 0 && <Comment value={comment} onValue={setComment} max={commentLength} />}
      <Button type="submit" look="primary" wide disabled={!isReady}>
        {t('action.go-on')}
      </Button>
    </form>
  )
}

interface CommentProps {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly max: number
}

function Comment({ value, onValue, max }: CommentProps) {
  const [isOpen, setOpen] = useState(value !== '')
  if (isOpen) return <Field label={t('send.comment')} value={value} onValue={onValue} limit={{ max }} />
  return (
    <Button look="quiet" icon="edit" onClick={() => setOpen(true)}>
      {t('send.add-comment')}
    </Button>
  )
}

/** Rounds up to whole satoshis. */
const wholeSat = (amount: number): Msat => ((msatOf(amount) + 999n) / 1000n) * 1000n
