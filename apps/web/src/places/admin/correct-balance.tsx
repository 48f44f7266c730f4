import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { t } from '../../language/language.ts'
import { type Msat, msatOf, msatToSat, satToMsat } from '../../money/money.ts'
import { newKey } from '../../money/new-key.ts'
import { type TypedAmount, toMsat } from '../../money/typed-amount.ts'
import { preciseSatText, satText } from '../../parts/amount.tsx'
import { Choices } from '../../parts/choices.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { AmountField } from '../../parts/numbers/amount-field.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

type WalletOf = AnswerOf<'GET /users/api/v1/user/{user_id}/wallets'>['data'][number]

interface CorrectProps {
  readonly wallet: WalletOf
  readonly userId: string
  readonly onClose: () => void
}

type Way = 'add' | 'take'

/** Adds to or takes from a balance, after showing the new balance. */
export function CorrectBalance({ wallet, userId, onClose }: CorrectProps) {
  const [way, setWay] = useState<Way>('add')
  const [typed, setTyped] = useState<TypedAmount>({ unit: 'sat', text: '' })
  const [key] = useState(newKey)
  const task = useTask()
  const amount = toMsat(typed, undefined)
  const sats = amount === undefined || amount === 0n ? undefined : msatToSat(amount)
  const before = msatOf(wallet.balance)
  const after: Msat | undefined = sats === undefined ? undefined : before + satToMsat(way === 'add' ? sats : -sats)
  const correct = async (): Promise<void> => {
    if (sats === undefined) return
    const body = { id: wallet.id, amount: Number(way === 'add' ? sats : -sats) }
    // The same correction is booked once, however often it is sent; another amount is another one.
    const idempotencyKey = `${key}-${body.amount}`
    const { new_balance: balance } = await call('PUT /api/v1/admin/topup', { body }, { idempotencyKey })
    await queryClient.invalidateQueries({ queryKey: ['wallets-of', userId] })
    say(t('admin.correct-done', { amount: preciseSatText(msatOf(balance)) }), 'good')
    onClose()
  }
  return (
    <Dialog title={t('admin.correct', { name: wallet.name })} onClose={onClose}>
      <Form task={task} onSend={correct} draft="lost">
        <p class="note">{t('admin.correct-note')}</p>
        <Choices
          label={t('admin.correct-way')}
          value={way}
          choices={[
            { value: 'add', label: t('admin.correct-add') },
            { value: 'take', label: t('admin.correct-take') },
          ]}
          onValue={setWay}
        />
        <AmountField label={t('admin.correct-amount')} typed={typed} onTyped={setTyped} required />
        <Facts>
          <Fact name={t('admin.correct-before')}>{preciseSatText(before)}</Fact>
          {after !== undefined && after >= 0n && <Fact name={t('admin.correct-after')}>{preciseSatText(after)}</Fact>}
        </Facts>
        {after !== undefined && after < 0n && <p class="note bad">{t('admin.correct-too-much')}</p>}
        <Submit wide look={way === 'take' ? 'danger' : 'primary'} disabled={after === undefined || after < 0n}>
          {actionText(way, sats)}
        </Submit>
      </Form>
    </Dialog>
  )
}

/** The label names the amount. */
function actionText(way: Way, sats: bigint | undefined): string {
  if (sats === undefined) return t(way === 'add' ? 'admin.correct-add' : 'admin.correct-take')
  const amount = satText(satToMsat(sats))
  return t(way === 'add' ? 'admin.correct-add-amount' : 'admin.correct-take-amount', { amount })
}
