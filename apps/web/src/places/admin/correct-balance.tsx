import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { t } from '../../language/language.ts'
import { type Msat, msatOf, satToMsat } from '../../money/money.ts'
import { newKey } from '../../money/new-key.ts'
import { preciseSatText, satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Choices } from '../../parts/choices.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

type WalletOf = AnswerOf<'GET /users/api/v1/user/{user_id}/wallets'>['data'][number]

interface CorrectProps {
  readonly wallet: WalletOf
  readonly userId: string
  readonly onClose: () => void
}

type Way = 'add' | 'take'

/** Adds to a balance or takes from it: shows what the wallet has afterwards before anything is booked. */
export function CorrectBalance({ wallet, userId, onClose }: CorrectProps) {
  const [way, setWay] = useState<Way>('add')
  const [typed, setTyped] = useState('')
  // Another correction is another key; the same one is booked once, however often it is sent.
  const [key, setKey] = useState(newKey)
  const task = useTask()
  const sats = /^[1-9]\d{0,15}$/.test(typed) ? BigInt(typed) : undefined
  const before = msatOf(wallet.balance)
  const after: Msat | undefined = sats === undefined ? undefined : before + satToMsat(way === 'add' ? sats : -sats)
  const correct = async (amount: bigint): Promise<void> => {
    const body = { id: wallet.id, amount: Number(way === 'add' ? amount : -amount) }
    const { new_balance: balance } = await call('PUT /api/v1/admin/topup', { body }, { idempotencyKey: key })
    await queryClient.invalidateQueries({ queryKey: ['wallets-of', userId] })
    say(t('admin.correct-done', { amount: preciseSatText(msatOf(balance)) }), 'good')
    onClose()
  }
  return (
    <Dialog title={t('admin.correct', { name: `\u2068${wallet.name}\u2069` })} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (sats !== undefined) task.run(async () => correct(sats))
        }}
      >
        <p class="note">{t('admin.correct-note')}</p>
        <Choices
          label={t('admin.correct-way')}
          value={way}
          choices={[
            { value: 'add', label: t('admin.correct-add') },
            { value: 'take', label: t('admin.correct-take') },
          ]}
          onValue={(next) => {
            setWay(next)
            setKey(newKey())
          }}
        />
        <Field
          label={t('admin.correct-amount')}
          value={typed}
          onValue={(text) => {
            setTyped(text.replaceAll(/\D/g, ''))
            setKey(newKey())
          }}
          inputMode="numeric"
          autocomplete="off"
          ltr
          required
        />
        <Facts>
          <Fact name={t('admin.correct-before')}>{preciseSatText(before)}</Fact>
          {after !== undefined && after >= 0n && <Fact name={t('admin.correct-after')}>{preciseSatText(after)}</Fact>}
        </Facts>
        {after !== undefined && after < 0n && <p class="note bad">{t('admin.correct-too-much')}</p>}
        <Problem error={task.error} />
        <Button
          type="submit"
          wide
          look={way === 'take' ? 'danger' : 'primary'}
          busy={task.busy}
          disabled={after === undefined || after < 0n}
        >
          {actionText(way, sats)}
        </Button>
      </form>
    </Dialog>
  )
}

/** The button says how much it moves. */
function actionText(way: Way, sats: bigint | undefined): string {
  if (sats === undefined) return t(way === 'add' ? 'admin.correct-add' : 'admin.correct-take')
  const amount = satText(satToMsat(sats))
  return t(way === 'add' ? 'admin.correct-add-amount' : 'admin.correct-take-amount', { amount })
}
