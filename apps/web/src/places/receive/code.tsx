import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { useWallet, useWallets } from '../../api/wallets.ts'
import { shortTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { isOfAnyAmount } from '../../money/is-incoming.ts'
import { formatPrice, msatOf } from '../../money/money.ts'
import { useRate } from '../../money/use-rate.ts'
import { satText } from '../../parts/amount.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { BothUnits, Outcome, Spoken } from '../../parts/outcome.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { ShareButton } from '../../parts/share-button.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { StatePill } from '../../parts/state-pill.tsx'
import { useEntryState } from '../../routing/entry-state.ts'
import { useGo } from '../../routing/paths.ts'
import { CardReader } from './card-reader.tsx'
import { findInvoice, type Invoice } from './find-invoice.ts'

/** The socket reports payments at once; this polls while it is down. */
const ASK_EVERY_MS = 10_000
const BUZZ_MS = 200

interface FromBefore {
  readonly walletId?: string
  /** The card or voucher asked to pay: hide the QR code. */
  readonly asked?: string
}

/** An invoice while it waits and after it is paid. */
export function Code({ hash }: { readonly hash: string }) {
  const before = useEntryState<FromBefore>()
  const current = useWallet()
  const wallets = useWallets()
  const ids = [...new Set([before.walletId, current?.id, ...(wallets.data ?? []).map(({ id }) => id)])]
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', hash],
    queryFn: ({ signal }) =>
      findInvoice(
        hash,
        ids.filter((id) => id !== undefined),
        signal,
      ),
    enabled: wallets.data !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_EVERY_MS : false),
  })
  const isPaid = data?.status === 'success'
  useBuzz(data === undefined ? undefined : isPaid)
  return (
    <>
      <Spoken>
        {isPaid ? t('receive.received-amount', { amount: satText(msatOf(data.details.amount_msat)) }) : ''}
      </Spoken>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : isPaid ? (
        <Paid invoice={data} />
      ) : data.details.expired || data.status === 'failed' ? (
        <Expired />
      ) : (
        <Waiting invoice={data} asked={before.asked} walletId={before.walletId ?? current?.id} />
      )}
    </>
  )
}

/** Vibrates once, if the payment arrived while the page was open. */
function useBuzz(isPaid: boolean | undefined): void {
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (isPaid === false) wasWaiting.current = true
    if (isPaid === true && wasWaiting.current) {
      wasWaiting.current = false
      navigator.vibrate?.(BUZZ_MS)
    }
  }, [isPaid])
}

/** The price as typed, if the invoice is in a currency. */
const priceOf = ({ details }: Invoice): string | undefined =>
  details.fiat === undefined ? undefined : formatPrice(details.fiat.amount, details.fiat.currency)

function Waiting({
  invoice,
  asked,
  walletId,
}: {
  readonly invoice: Invoice
  readonly asked: string | undefined
  readonly walletId: string | undefined
}) {
  const rate = useRate()
  const { bolt11, memo, time, expiry, amount_msat } = invoice.details
  const amount = msatOf(amount_msat)
  const isAny = isOfAnyAmount(invoice.details)
  if (asked !== undefined) {
    return (
      <Outcome tone="wait" title={t('payment.on-its-way')} amount={amount} rate={rate}>
        <p class="note">{t('receive.asked', { from: asked })}</p>
      </Outcome>
    )
  }
  return (
    <div class="code">
      <a class="code-link" href={`lightning:${bolt11}`}>
        <QrCode data={bolt11.toUpperCase()} label={t('receive.open-in-wallet')} />
      </a>
      {isAny ? (
        <p class="code-any">{t('amount.any')}</p>
      ) : (
        <BothUnits amount={amount} rate={rate} price={priceOf(invoice)} />
      )}
      {memo !== '' && (
        <p class="code-memo" dir="auto">
          {memo}
        </p>
      )}
      <p class="code-state">
        <StatePill state="waiting" />
        <small>{t('receive.good-until', { time: shortTime(time + expiry) })}</small>
      </p>
      <div class="row-of-buttons">
        <CopyButton text={bolt11} wide />
        <ShareButton text={`lightning:${bolt11}`} title={t('receive.share-title')} />
      </div>
      {/* Cards need an amount. */}
      {walletId !== undefined && !isAny && <CardReader walletId={walletId} amount={amount} memo={memo} />}
    </div>
  )
}

function Paid({ invoice }: { readonly invoice: Invoice }) {
  const rate = useRate()
  const { memo, amount_msat } = invoice.details
  return (
    <>
      <Outcome tone="good" title={t('payment.received')}>
        <BothUnits amount={msatOf(amount_msat)} rate={rate} price={priceOf(invoice)} />
        {memo !== '' && (
          <p class="code-memo" dir="auto">
            {memo}
          </p>
        )}
      </Outcome>
      <div class="row-of-buttons">
        <ButtonLink to="/receive" wide>
          {t('receive.again')}
        </ButtonLink>
        <ButtonLink to="/" look="primary" wide>
          {t('action.done')}
        </ButtonLink>
      </div>
    </>
  )
}

function Expired() {
  const go = useGo()
  return (
    <EmptyState icon="clock" title={t('receive.expired')}>
      <p>{t('receive.expired-note')}</p>
      <Button look="primary" onClick={() => go('/receive', { replace: true })}>
        {t('receive.new-code')}
      </Button>
    </EmptyState>
  )
}
