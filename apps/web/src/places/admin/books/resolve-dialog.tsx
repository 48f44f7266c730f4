import { useState } from 'preact/hooks'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { durationText } from '../../../language/dates.ts'
import { fieldError } from '../../../language/error-text.ts'
import { t } from '../../../language/language.ts'
import { msatOf, msatToSat } from '../../../money/money.ts'
import { unreadText } from '../../../money/number-draft.ts'
import { formOf } from '../../../money/typed-amount.ts'
import { preciseSatText } from '../../../parts/amount.tsx'
import { Banner } from '../../../parts/banner.tsx'
import { Choices } from '../../../parts/choices.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { Field } from '../../../parts/field.tsx'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { CodeField, totpOf } from '../../../parts/numbers/code-field.tsx'
import { NumberField } from '../../../parts/numbers/number-field.tsx'
import { ScaledField } from '../../../parts/numbers/scaled-field.tsx'
import { say } from '../../../parts/toast.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { NodeProblem } from '../node-problem.tsx'
import { type OperatorPayment, refreshOperator } from '../operator.ts'
import { type Outcome, outcomesOf } from './outcomes-of.ts'
import { answerText, stateText } from './state-text.ts'

interface Draft {
  readonly outcome: Outcome | undefined
  readonly reason: string
  readonly fee: string
  readonly preimage: string
  readonly totp: string
  /** The typed amount; required if the node does not confirm the outcome. */
  readonly typed: string
}

const EMPTY: Draft = { outcome: undefined, reason: '', fee: '', preimage: '', totp: '', typed: '' }

/**
 * Ends a payment by hand. The service asks the node first; an outcome that it does not confirm needs the typed amount.
 * Nothing is preselected.
 */
export function ResolveDialog({
  payment,
  onClose,
}: {
  readonly payment: OperatorPayment
  readonly onClose: () => void
}) {
  const { draft, set, choose, task, unconfirmed, word, isReady, resolve } = useResolution(payment, onClose)
  return (
    <Dialog title={t('admin.resolve')} onClose={onClose}>
      <Form task={task} onSend={resolve} draft="lost">
        <Banner icon="warning">{t('admin.resolve-warning')}</Banner>
        <PaymentFacts payment={payment} />
        <Choices label={t('admin.outcome')} value={draft.outcome} choices={outcomesOf(payment)} onValue={choose} />
        {draft.outcome === 'paid' && payment.direction === 'out' && payment.peer_id === null && (
          <ProofFields draft={draft} error={task.error} onChange={set} />
        )}
        <Field
          label={t('admin.resolve-reason')}
          value={draft.reason}
          onValue={(reason) => set({ reason })}
          limit={{ max: 500 }}
          autocomplete="off"
          required
        />
        {needsCode(task.error) && (
          <CodeField label={t('admin.code')} value={draft.totp} onValue={(totp) => set({ totp })} />
        )}
        {unconfirmed && <AmountTyped word={word} value={draft.typed} onValue={(typed) => set({ typed })} />}
        <Submit problem={<NodeProblem error={task.error} />} look="danger" wide disabled={!isReady}>
          {unconfirmed ? t('admin.resolve-force') : t('admin.resolve')}
        </Submit>
      </Form>
    </Dialog>
  )
}

/** Forces an outcome only after the node was asked about it and the amount was typed. */
function useResolution(payment: OperatorPayment, onClose: () => void) {
  const [draft, setDraft] = useState(EMPTY)
  const [unconfirmed, setUnconfirmed] = useState(false)
  const task = useTask()
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change })
  const word = msatToSat(msatOf(payment.amount_msat)).toString()
  const resolve = async (): Promise<void> => {
    try {
      await send(payment, draft, unconfirmed)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        // With another code, the payment has changed meanwhile.
        setUnconfirmed(error.code === 'not_confirmed')
        await refreshOperator()
      }
      throw error
    }
    say(t('admin.resolved'), 'good')
    await refreshOperator()
    onClose()
  }
  return {
    draft,
    set,
    choose(outcome: Outcome) {
      setUnconfirmed(false)
      set({ outcome, typed: '' })
    },
    task,
    unconfirmed,
    word,
    isReady:
      draft.outcome !== undefined &&
      draft.reason.trim() !== '' &&
      unreadText(draft.fee) === undefined &&
      (!unconfirmed || draft.typed === word),
    resolve,
  }
}

/** The operator repeats the satoshis as a proof of having read them. */
function AmountTyped({
  word,
  value,
  onValue,
}: {
  readonly word: string
  readonly value: string
  readonly onValue: (typed: string) => void
}) {
  return (
    <>
      <p>{t('admin.force-note')}</p>
      <NumberField
        label={t('admin.force-type', { amount: word })}
        form={formOf('sat')}
        unit="sat"
        value={value}
        onValue={onValue}
        required
      />
    </>
  )
}

const send = (payment: OperatorPayment, draft: Draft, force: boolean) =>
  call('POST /api/v1/admin/payments/{checking_id}/resolve', {
    path: { checking_id: payment.checking_id },
    body: {
      outcome: draft.outcome ?? 'failed',
      reason: draft.reason.trim(),
      ...(draft.outcome === 'paid' && draft.fee !== '' && { fee_msat: Number(draft.fee) }),
      ...(draft.outcome === 'paid' && draft.preimage !== '' && { preimage: draft.preimage.trim() }),
      ...(draft.totp !== '' && { totp: totpOf(draft.totp) }),
      ...(force && { force }),
    },
  })

const needsCode = (error: unknown): boolean =>
  error instanceof ApiError && ['fresh_second_factor_required', 'second_factor_wrong'].includes(error.code)

function PaymentFacts({ payment }: { readonly payment: OperatorPayment }) {
  return (
    <Facts>
      <Fact name={payment.direction === 'in' ? t('admin.amount-in') : t('admin.amount-out')} ltr>
        {preciseSatText(msatOf(payment.amount_msat))}
      </Fact>
      <Fact name={t('admin.state')}>{stateText(payment).title}</Fact>
      <Fact name={t('admin.last-answer')}>
        {payment.node_answer === null ? t('admin.unknown') : answerText(payment.node_answer, payment.direction)}
      </Fact>
      <Fact name={t('admin.made')}>{t('admin.age', { age: durationText(payment.age_seconds) })}</Fact>
    </Facts>
  )
}

function ProofFields({
  draft,
  error,
  onChange,
}: {
  readonly draft: Draft
  readonly error: unknown
  readonly onChange: (change: Partial<Draft>) => void
}) {
  return (
    <>
      <ScaledField
        label={t('admin.accept-fee')}
        hint={undefined}
        digits={3}
        unit="sat"
        value={draft.fee}
        onValue={(fee) => onChange({ fee })}
        error={fieldError(error, 'fee_msat')}
      />
      <Field
        label={t('admin.preimage')}
        hint={t('admin.preimage-hint')}
        value={draft.preimage}
        onValue={(preimage) => onChange({ preimage })}
        error={fieldError(error, 'preimage')}
        autocomplete="off"
        spellcheck={false}
        ltr
      />
    </>
  )
}
