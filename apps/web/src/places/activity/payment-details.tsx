import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useContactOf } from '../../api/contacts.ts'
import { may, useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { isIncoming, isOfAnyAmount } from '../../money/is-incoming.ts'
import { type Msat, msatOf } from '../../money/money.ts'
import { useRate } from '../../money/use-rate.ts'
import { paymentAmountText, worthText } from '../../parts/amount.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { memoText } from '../../parts/payment/payment-title.ts'
import { print } from '../../parts/print.ts'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { StatePill, stateOf } from '../../parts/state-pill.tsx'
import { useGo } from '../../routing/paths.ts'
import { failureText } from './failure-text.ts'
import { useFilter } from './filter.ts'
import { type FoundPayment, findPayment } from './find-payment.ts'
import { HeldDecision } from './held-decision.tsx'
import { lnurlFactsOf } from './lnurl-facts.ts'
import { NoteDialog } from './note-dialog.tsx'
import './payment-details.css'
import { PaymentFacts } from './payment-facts.tsx'
import { loadedOf } from './use-payments.ts'
import { WithdrawInvoice } from './withdraw-invoice.tsx'

interface PaymentDetailsProps {
  readonly id: string
  readonly walletId: string | undefined
  /** Shown beside the list, with its own heading. */
  readonly isAside: boolean
}

export function PaymentDetails({ id, walletId, isAside }: PaymentDetailsProps) {
  const wallets = useWallets().data
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', walletId, id],
    queryFn: ({ signal }) => findPayment(id, walletId, wallets ?? [], signal),
    enabled: walletId !== undefined || wallets !== undefined,
  })
  const body =
    data === undefined ? (
      error === null ? (
        <Skeleton lines={5} />
      ) : (
        <Problem error={error} onRetry={() => void refetch()} />
      )
    ) : (
      <Shown found={data} isAside={isAside} />
    )
  return isAside ? <Aside>{body}</Aside> : body
}

function Aside({ children }: { readonly children: ComponentChildren }) {
  const go = useGo()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section class="stack" aria-labelledby="details-title">
      <div class="details-title">
        <h2 id="details-title" ref={heading} tabIndex={-1}>
          {t('details.title')}
        </h2>
        <IconButton icon="close" label={t('nav.close')} onClick={() => go('/activity')} />
      </div>
      {children}
    </section>
  )
}

function Shown({ found, isAside }: { readonly found: FoundPayment; readonly isAside: boolean }) {
  const rate = useRate()
  const go = useGo()
  const wallet = useWallets().data?.find(({ id }) => id === found.walletId)
  const row = loadedOf(useFilter())?.rows.find((each) => each.checking_id === found.payment.details.checking_id)
  const { details, status } = found.payment
  const amount = msatOf(details.amount_msat)
  const isIn = isIncoming(details)
  const isAny = isOfAnyAmount(details)
  const state = details.held ? 'held' : stateOf({ ...details, status })
  const lnurl = lnurlFactsOf(details.extra)
  const contact = useContactOf(details.contact_id, lnurl.address)
  const maySend = wallet !== undefined && may(wallet, 'send-payments')
  return (
    <div class="details">
      <div class="details-head">
        <span class="row-icon">
          <Icon name={isIn ? 'receive' : 'send'} />
        </span>
        <p class={state === 'received' ? 'details-amount amount-in' : 'details-amount'}>{paymentAmountText(details)}</p>
        {!isAny && <p class="quiet-text">{worthText(details, rate)}</p>}
        <StatePill state={state} />
        {details.memo !== '' && (
          <p class="details-memo" dir="auto">
            {memoText(details.memo)}
          </p>
        )}
      </div>
      {details.held && maySend && <HeldDecision found={found} amount={absolute(amount)} />}
      {state === 'waiting' && <Invoice bolt11={details.bolt11} />}
      <PaymentFacts
        found={found}
        lnurl={lnurl}
        contact={contact ?? undefined}
        wallet={wallet?.name}
        rate={rate}
        failure={row && failureText(row)}
      />
      <div class="details-actions">
        {!isIn && lnurl.address !== undefined && (
          <Button icon="send" onClick={() => go('/send', { state: { text: lnurl.address } })}>
            {t('details.pay-again')}
          </Button>
        )}
        {maySend && <Note found={found} />}
        {!isIn && lnurl.address !== undefined && contact === null && <KeepContact address={lnurl.address} />}
        <Button icon="print" onClick={() => print(isAside ? 'aside' : 'main')}>
          {t('details.print')}
        </Button>
        {state === 'waiting' && maySend && <WithdrawInvoice found={found} />}
      </div>
    </div>
  )
}

const absolute = (amount: Msat): Msat => (amount < 0n ? -amount : amount)

/** An unpaid invoice, which can still be scanned. */
function Invoice({ bolt11 }: { readonly bolt11: string }) {
  return (
    <div class="stack unprinted">
      <QrCode data={`lightning:${bolt11}`.toUpperCase()} label={t('details.code')} />
      <CopyButton text={bolt11} label={t('details.copy-invoice')} wide />
    </div>
  )
}

function Note({ found }: { readonly found: FoundPayment }) {
  const [open, setOpen] = useState(false)
  const { note = '', labels = [], contact_id: contact } = found.payment.details
  const isNoted = note !== '' || labels.length > 0 || contact !== undefined
  return (
    <>
      <Button icon="edit" onClick={() => setOpen(true)}>
        {t(isNoted ? 'note.change' : 'note.add')}
      </Button>
      {open && <NoteDialog found={found} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Offers to save a paid address as a contact. */
function KeepContact({ address }: { readonly address: string }) {
  const go = useGo()
  const contact = { name: address.split('@')[0] ?? '', target: address, note: '' }
  return (
    <Button icon="contacts" onClick={() => go('/contacts', { state: { contact } })}>
      {t('contacts.keep')}
    </Button>
  )
}
