import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { useSearch } from 'wouter-preact'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { may, useWallets } from '../../api/wallets.ts'
import { joined } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { type Msat, msatOf, msatToSat } from '../../money/money.ts'
import { newKey } from '../../money/new-key.ts'
import { boundProblem } from '../../money/quick-amounts.ts'
import { type TypedAmount, toMsat } from '../../money/typed-amount.ts'
import { useRate } from '../../money/use-rate.ts'
import { satText } from '../../parts/amount.tsx'
import { AmountEntry } from '../../parts/amount-entry.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Select } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useBack } from '../../routing/paths.ts'

/** Moves money between two wallets of the person. */
export function MoveMoney() {
  const { data, error, refetch } = useWallets()
  return (
    <Sheet title={t('move.title')} back="/wallets">
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : data.length < 2 ? (
        <EmptyState icon="swap" title={t('move.one-wallet')} />
      ) : (
        <MoveForm wallets={data} />
      )}
    </Sheet>
  )
}

function MoveForm({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const senders = wallets.filter((wallet) => may(wallet, 'send-payments'))
  const asked = new URLSearchParams(useSearch()).get('from')
  const richest = senders.toSorted((a, b) => b.balance - a.balance)[0]?.id ?? ''
  const [fromId, setFrom] = useState(senders.some(({ id }) => id === asked) ? (asked ?? richest) : richest)
  const receivers = wallets.filter((wallet) => wallet.id !== fromId && may(wallet, 'receive-payments'))
  const [wishedTo, setTo] = useState('')
  const to = receivers.find(({ id }) => id === wishedTo) ?? receivers[0]
  const from = senders.find(({ id }) => id === fromId)
  const rate = useRate()
  const [typed, setTyped] = useState<TypedAmount>({ unit: 'sat', text: '' })
  const amount = toMsat(typed, rate)
  const max = from === undefined ? 0n : wholeSats(msatOf(from.balance))
  const task = useTask()
  const back = useBack('/wallets')
  const [start] = useState(newKey)
  const move = async (): Promise<void> => {
    if (from === undefined || to === undefined || amount === undefined) return
    // Repeats count once; another amount or wallet is another transfer.
    const key = `${start}-${from.id}-${to.id}-${amount}`
    const status = await moveMoney({ from, to, amount, key })
    await refresh()
    say(t(status === 'pending' ? 'move.on-its-way' : 'move.done', { amount: satText(amount), name: to.name }), 'good')
    back()
  }
  const isWrong = amount === undefined || boundProblem(amount, { max }) !== undefined
  return (
    <Form task={task} onSend={move}>
      <div class="move-wallets">
        <Select label={t('move.from')} value={fromId} options={senders.map(toOption)} onValue={setFrom} />
        <Select label={t('move.to')} value={to?.id ?? ''} options={receivers.map(toOption)} onValue={setTo} />
      </div>
      <AmountEntry typed={typed} onTyped={setTyped} rate={rate} max={max} />
      <Submit look="primary" icon="swap" wide disabled={isWrong || from === undefined || to === undefined}>
        {amount === undefined || isWrong ? t('move.title') : t('move.submit', { amount: satText(amount) })}
      </Submit>
    </Form>
  )
}

const toOption = (wallet: Wallet) => ({
  value: wallet.id,
  label: may(wallet, 'view-payments') ? joined([wallet.name, satText(msatOf(wallet.balance))]) : wallet.name,
})

const wholeSats = (amount: Msat): Msat => msatToSat(amount) * 1000n

interface Move {
  readonly from: Wallet
  readonly to: Wallet
  readonly amount: Msat
  readonly key: string
}

/**
 * Pays an invoice of the target wallet from the source wallet. Both requests have a key, so that repeats move nothing
 * twice.
 */
async function moveMoney({ from, to, amount, key }: Move): Promise<'pending' | 'success' | 'failed' | undefined> {
  const memo = t('move.memo', { from: from.name, to: to.name })
  const invoice = await call(
    'POST /api/v1/payments',
    { query: { wallet_id: to.id }, body: { out: false, amount: Number(msatToSat(amount)), memo } },
    { idempotencyKey: key },
  )
  const { status } = await call(
    'POST /api/v1/payments',
    { query: { wallet_id: from.id }, body: { out: true, bolt11: invoice.bolt11 ?? '' } },
    { idempotencyKey: key, headers: { Prefer: 'return=representation' } },
  )
  return status
}
