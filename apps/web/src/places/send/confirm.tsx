import { useQuery } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { useStatus, useWallets } from '../../api/wallets.ts'
import { Isolated } from '../../language/isolated.tsx'
import { joined } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { type Msat, msatOf } from '../../money/money.ts'
import { useRate } from '../../money/use-rate.ts'
import { fiatText, satText } from '../../parts/amount.tsx'
import { Banner } from '../../parts/banner.tsx'
import { Button } from '../../parts/button.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { MEMO_LIMIT } from '../../parts/form/text-limit.ts'
import { isRefused, showFirstWrong } from '../../parts/form/wrong-fields.ts'
import { BothUnits } from '../../parts/outcome.tsx'
import { useGo } from '../../routing/paths.ts'
import { online } from '../../shell/online.ts'
import { useStore } from '../../store.ts'
import { type Draft, keepDraft, type ReadyDraft } from './draft.ts'
import { Found } from './found.tsx'
import { Progress } from './progress.tsx'

/** Asks for confirmation before money leaves, then shows the progress. */
export function Confirm({ draft: given }: { readonly draft: ReadyDraft }) {
  const [draft, setDraft] = useState(given)
  // True if Pay was tapped in this visit; after a reload, only the history entry has `sentAt`.
  const isNew = useRef(false)
  const change = (next: ReadyDraft): void => {
    setDraft(next)
    keepDraft(next)
  }
  if (draft.sentAt !== undefined)
    return <Progress key={draft.key} draft={draft} isNew={isNew.current} onDraft={change} />
  return (
    <Question
      draft={draft}
      onDraft={change}
      onPay={() => {
        isNew.current = true
        change({ ...draft, sentAt: Date.now() })
      }}
    />
  )
}

interface DraftProps {
  readonly draft: ReadyDraft
  readonly onDraft: (draft: ReadyDraft) => void
}

function Question({ draft, onDraft, onPay }: DraftProps & { readonly onPay: () => void }) {
  const go = useGo()
  const rate = useRate()
  const isOnline = useStore(online)
  const halted = useStatus()?.payments_halted === true
  const wallets = useWallets().data ?? []
  const wallet = wallets.find(({ id }) => id === draft.walletId)
  const { target } = draft
  const amount = msatOf(draft.amountMsat)
  const fee = useFeeLimit(draft)
  const balance = wallet === undefined ? undefined : msatOf(wallet.balance)
  const isShort = balance !== undefined && balance < amount
  const isTapped = useRef(false)
  const isOpen = target.kind === 'link' ? target.minMsat !== target.maxMsat : target.amountMsat === null
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isTapped.current || isShort || halted || !isOnline || wallet === undefined) return
        if (isRefused(event.currentTarget)) return showFirstWrong(event.currentTarget)
        isTapped.current = true
        // Synchronously, before the next render: a double tap submits once.
        for (const button of event.currentTarget.querySelectorAll('button')) button.disabled = true
        onPay()
      }}
    >
      {halted && <Banner icon="warning">{t('home.halted')}</Banner>}
      <Found target={target} contact={draft.contact} />
      <BothUnits amount={amount} rate={rate} />
      <Facts>
        <To target={target} />
        {draft.comment !== undefined && <Fact name={t('send.comment')}>{draft.comment}</Fact>}
        <Fact name={t('send.fee')}>{feeText(fee)}</Fact>
        {wallets.length < 2 && wallet !== undefined && <Fact name={t('send.wallet')}>{wallet.name}</Fact>}
        {balance !== undefined && !isShort && (
          <After left={fee === undefined ? undefined : balance - amount - fee} rate={rate} />
        )}
      </Facts>
      {wallets.length > 1 && (
        <Select
          label={t('send.wallet')}
          value={draft.walletId}
          options={wallets.map(({ id, name, balance: has }) => ({
            value: id,
            label: joined([name, satText(msatOf(has))]),
          }))}
          onValue={(walletId) => onDraft({ ...draft, walletId })}
        />
      )}
      {target.kind === 'invoice' && <Note draft={draft} onDraft={onDraft} />}
      <WhyNot balance={isShort ? balance : undefined} isOnline={isOnline} />
      <Button
        type="submit"
        look="primary"
        icon="send"
        wide
        disabled={isShort || wallet === undefined || halted || !isOnline}
      >
        {t('send.pay', { amount: satText(amount) })}
      </Button>
      {isOpen && (
        <Button look="quiet" wide onClick={() => go('/send/amount', { replace: true, state: { draft } })}>
          {t('send.change-amount')}
        </Button>
      )}
    </form>
  )
}

/** Why paying is disabled. */
function WhyNot({ balance, isOnline }: { readonly balance: Msat | undefined; readonly isOnline: boolean }) {
  const reason =
    balance === undefined
      ? isOnline
        ? undefined
        : t('offline.no-sending')
      : t('send.not-enough', { balance: satText(balance) })
  if (reason === undefined) return null
  return (
    <p class="note bad" role="alert">
      {reason}
    </p>
  )
}

function To({ target }: { readonly target: Draft['target'] }) {
  const isLink = target.kind === 'link'
  return (
    <Fact name={t(isLink ? 'send.to' : 'send.to-node')} ltr>
      {isLink ? target.domain : `${target.payee.slice(0, 8)}…${target.payee.slice(-8)}`}
    </Fact>
  )
}

/** Undefined: the fee is unknown yet. */
function After({ left, rate }: { readonly left: Msat | undefined; readonly rate: ReturnType<typeof useRate> }) {
  if (left === undefined) return <Fact name={t('send.balance-after')}>{t('send.fee-later')}</Fact>
  const shown = left < 0n ? 0n : left
  const fiat = fiatText(shown, rate)
  return (
    <Fact name={t('send.balance-after')}>
      <Isolated>{satText(shown)}</Isolated>
      {fiat !== undefined && (
        <small>
          <Isolated>{fiat}</Isolated>
        </small>
      )}
    </Fact>
  )
}

/** A private note, collapsed because most payments have none. */
function Note({ draft, onDraft }: DraftProps) {
  const [isOpen, setOpen] = useState(draft.note !== undefined)
  const wasOpen = useRef(isOpen)
  if (!isOpen) {
    return (
      <Button look="quiet" icon="edit" onClick={() => setOpen(true)}>
        {t('send.add-note')}
      </Button>
    )
  }
  return (
    <Field
      label={t('send.note')}
      hint={t('send.note-hint')}
      value={draft.note ?? ''}
      limit={MEMO_LIMIT}
      takesFocus={!wasOpen.current}
      onValue={(note) => onDraft({ ...draft, note })}
    />
  )
}

/** The fee limit that the service reserves; undefined while it loads. */
function useFeeLimit({ target, amountMsat }: ReadyDraft): Msat | undefined {
  const hasAmount = amountMsat > 0
  const query = {
    ...(target.kind === 'invoice' && { invoice: target.bolt11 }),
    ...(hasAmount && target.kind === 'link' && { invoice: target.lnurl }),
    ...(hasAmount && { amount_msat: amountMsat }),
  }
  const { data } = useQuery({
    queryKey: ['fee', query],
    queryFn: ({ signal }) => call('GET /api/v1/payments/fee-reserve', { query }, { signal }),
    enabled: Object.keys(query).length > 0,
  })
  return data === undefined ? undefined : msatOf(data.fee_reserve)
}

function feeText(fee: Msat | undefined): string {
  if (fee === undefined) return t('send.fee-later')
  return fee === 0n ? t('send.fee-none') : t('send.fee-at-most', { amount: satText(((fee + 999n) / 1000n) * 1000n) })
}
