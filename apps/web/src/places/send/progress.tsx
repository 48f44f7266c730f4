import { useEffect, useState } from 'preact/hooks'
import { isUnanswered } from '../../api/api-error.ts'
import { notePaidContact } from '../../api/contacts.ts'
import { refresh } from '../../api/live.ts'
import { errorText } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { msatOf, type Rate } from '../../money/money.ts'
import { newKey } from '../../money/new-key.ts'
import { useRate } from '../../money/use-rate.ts'
import { satText } from '../../parts/amount.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Outcome, Spoken } from '../../parts/outcome.tsx'
import type { ReadyDraft } from './draft.ts'
import { pay } from './pay.ts'
import { payService } from './pay-service.ts'
import type { Paying, SeenPayment, SuccessAction } from './pay-states.ts'
import { SuccessNote } from './success-note.tsx'
import { nameOf } from './target.ts'

/** Most payments end before: avoid a flash of the pending screen. */
const SHOW_AFTER_MS = 600
const BUZZ_MS = 200

/** Pays and shows pending, then paid or failed, also after a reload. */
export function Progress({
  draft,
  isNew,
  onDraft,
}: {
  readonly draft: ReadyDraft
  readonly isNew: boolean
  readonly onDraft: (draft: ReadyDraft) => void
}) {
  const rate = useRate()
  const [end, setEnd] = useState<Paying>()
  const [isShown, setShown] = useState(!isNew)
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    const named = (checkingId: string): void => {
      onDraft({ ...draft, checkingId })
      if (draft.contact !== undefined) void notePaidContact(draft.contact.id, checkingId, draft.walletId)
    }
    pay(payService, draft, isNew, named, left.signal).then(
      (found) => {
        setEnd(found)
        if (found.state === 'paid' && isNew) navigator.vibrate?.(BUZZ_MS)
        void refresh()
      },
      () => undefined,
    )
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [])
  return (
    <>
      <Spoken>{spokenOf(end, isShown, draft)}</Spoken>
      {end === undefined ? (
        isShown && <OnItsWay draft={draft} rate={rate} />
      ) : end.state === 'paid' ? (
        <Paid payment={end.payment} action={end.action ?? null} draft={draft} rate={rate} />
      ) : (
        <NotPaid end={end} draft={draft} rate={rate} onDraft={onDraft} />
      )}
    </>
  )
}

function spokenOf(end: Paying | undefined, isShown: boolean, { amountMsat }: ReadyDraft): string {
  if (end?.state === 'paid') return t('send.paid-amount', { amount: satText(msatOf(amountMsat)) })
  if (end !== undefined) return `${t('payment.failed')}. ${t('send.nothing-taken')}`
  return isShown ? t('payment.on-its-way') : ''
}

interface ScreenProps {
  readonly draft: ReadyDraft
  readonly rate: Rate | undefined
}

function OnItsWay({ draft, rate }: ScreenProps) {
  return (
    <>
      <Outcome tone="wait" title={t('payment.on-its-way')} amount={msatOf(draft.amountMsat)} rate={rate}>
        <Payee draft={draft} />
        <p class="note">{t('send.on-its-way-note')}</p>
      </Outcome>
      <ButtonLink to="/" wide>
        {t('nav.home')}
      </ButtonLink>
    </>
  )
}

function Paid({
  payment,
  action,
  draft,
  rate,
}: ScreenProps & { readonly payment: SeenPayment | undefined; readonly action: SuccessAction }) {
  const fee = payment?.details.fee
  return (
    <>
      <Outcome tone="good" title={t('payment.paid')} amount={msatOf(draft.amountMsat)} rate={rate}>
        <Payee draft={draft} />
        {fee !== undefined && fee >= 1000 && <p class="note">{t('send.fee-was', { amount: satText(msatOf(fee)) })}</p>}
      </Outcome>
      <SuccessNote action={action} />
      <ButtonLink to="/" look="primary" wide>
        {t('action.done')}
      </ButtonLink>
    </>
  )
}

function NotPaid({
  end,
  draft,
  rate,
  onDraft,
}: ScreenProps & {
  readonly end: Paying
  readonly onDraft: (draft: ReadyDraft) => void
}) {
  const again = (): void => {
    const { sentAt: _sent, checkingId: _id, ...rest } = draft
    onDraft(end.state === 'failed' ? { ...rest, key: newKey() } : rest)
  }
  const reason = end.error === undefined || isUnanswered(end.error) ? undefined : errorText(end.error)
  return (
    <>
      <Outcome tone="bad" title={t('payment.failed')} amount={msatOf(draft.amountMsat)} rate={rate}>
        <p>{t('send.nothing-taken')}</p>
        {reason !== undefined && (
          <p class="note" dir="auto">
            {reason}
          </p>
        )}
      </Outcome>
      <div class="row-of-buttons">
        <ButtonLink to="/" wide>
          {t('nav.home')}
        </ButtonLink>
        <Button look="primary" wide onClick={again}>
          {t('action.retry')}
        </Button>
      </div>
    </>
  )
}

function Payee({ draft }: { readonly draft: ReadyDraft }) {
  const name = nameOf(draft.target)
  if (draft.contact !== undefined) {
    return (
      <p class="send-text" dir="auto">
        {draft.contact.name}
      </p>
    )
  }
  if (name !== undefined) {
    return (
      <p class="send-text" dir="ltr">
        {name}
      </p>
    )
  }
  const memo = draft.target.kind === 'invoice' ? draft.target.memo : ''
  if (memo === '') return null
  return (
    <p class="send-text" dir="auto">
      {memo}
    </p>
  )
}
