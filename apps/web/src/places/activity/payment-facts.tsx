import type { Contact } from '@satchel/client/operations'
import { useEffect, useState } from 'preact/hooks'
import { fullTime } from '../../language/dates.ts'
import { Isolated } from '../../language/isolated.tsx'
import { t } from '../../language/language.ts'
import { isIncoming, isOfAnyAmount } from '../../money/is-incoming.ts'
import { formatWorth, msatOf, type Rate } from '../../money/money.ts'
import { fiatText, preciseSatText, valueText } from '../../parts/amount.tsx'
import { CodeFact } from '../../parts/code-fact.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import type { FoundPayment } from './find-payment.ts'
import { type LnurlFacts, openSealed, type SuccessMessage } from './lnurl-facts.ts'

interface PaymentFactsProps {
  readonly found: FoundPayment
  readonly lnurl: LnurlFacts
  readonly contact: Contact | undefined
  readonly wallet: string | undefined
  readonly rate: Rate | undefined
  readonly failure: string | undefined
}

export function PaymentFacts({ found, lnurl, contact, wallet, rate, failure }: PaymentFactsProps) {
  const { details, preimage, paid, status } = found.payment
  const amount = msatOf(details.amount_msat)
  const size = amount < 0n ? -amount : amount
  const isIn = isIncoming(details)
  const isAny = isOfAnyAmount(details)
  const tag = details.extra['tag']
  const now = isAny ? undefined : fiatText(size, rate)
  const until = details.time + details.expiry
  const { fiat } = details
  const then = [...new Set([details.value, fiat].flatMap((value) => (value === undefined ? [] : [valueText(value)])))]
  return (
    <Facts>
      {failure !== undefined && failure !== '' && (
        <Fact name={t('details.failure')} sentence>
          {failure}
        </Fact>
      )}
      <Fact name={t('details.time')}>{fullTime(details.time)}</Fact>
      {status === 'pending' && isIn && !details.held && (
        <Fact name={t(details.expired ? 'details.expired' : 'details.expires')}>{fullTime(until)}</Fact>
      )}
      {wallet !== undefined && <Fact name={t('filter.wallet')}>{wallet}</Fact>}
      {contact !== undefined && <Fact name={t('note.contact')}>{contact.name}</Fact>}
      {details.note !== undefined && details.note !== '' && <Fact name={t('note.note')}>{details.note}</Fact>}
      {details.labels !== undefined && details.labels.length > 0 && (
        <Fact name={t('note.labels')}>
          <span class="labels">
            {details.labels.map((label) => (
              <Isolated key={label} class="label">
                {label}
              </Isolated>
            ))}
          </span>
        </Fact>
      )}
      {lnurl.recipient !== undefined && (
        <Fact name={t(isIn ? 'details.from' : 'details.to')}>
          <span class="ltr">{lnurl.recipient}</span>
        </Fact>
      )}
      {lnurl.comment !== undefined && <Fact name={t('details.comment')}>{lnurl.comment}</Fact>}
      {paid && lnurl.success !== undefined && <Success message={lnurl.success} preimage={preimage ?? undefined} />}
      <Fact name={t('amount.label')}>{isAny ? t('amount.any') : preciseSatText(size)}</Fact>
      {!isIn && status !== 'failed' && (
        <Fact name={t(status === 'pending' ? 'details.fee-at-most' : 'details.fee')}>
          {preciseSatText(msatOf(details.fee))}
        </Fact>
      )}
      {then.length > 0 && (
        <Fact name={t('details.worth-then')}>
          {then.map((text) => (
            <Isolated key={text} class="worth">
              {text}
            </Isolated>
          ))}
        </Fact>
      )}
      {fiat?.tax !== undefined && <Fact name={t('details.tax')}>{formatWorth(fiat.tax, fiat.currency)}</Fact>}
      {fiat?.tip !== undefined && <Fact name={t('details.tip')}>{formatWorth(fiat.tip, fiat.currency)}</Fact>}
      {now !== undefined && <Fact name={t('details.worth-now')}>{now}</Fact>}
      {typeof tag === 'string' && tag !== '' && <Fact name={t('filter.tag')}>{tag}</Fact>}
      <CodeFact name={t('details.hash')} code={details.payment_hash} />
      {preimage !== undefined && preimage !== null && <CodeFact name={t('details.preimage')} code={preimage} />}
      {details.bolt11 !== '' && <CodeFact name={t('details.invoice')} code={details.bolt11} />}
    </Facts>
  )
}

/** The payee's message after the payment. */
function Success({ message, preimage }: { readonly message: SuccessMessage; readonly preimage: string | undefined }) {
  const { text, url, sealed } = message
  const [secret, setSecret] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (sealed !== undefined && preimage !== undefined) void openSealed(sealed, preimage).then(setSecret)
  }, [preimage])
  return (
    <>
      {(text !== '' || url !== undefined) && (
        <Fact name={t('details.success')}>
          <Isolated>{text}</Isolated>{' '}
          {url !== undefined && (
            <a class="ltr" href={url.href} target="_blank" rel="noopener noreferrer">
              {url.host}
            </a>
          )}
        </Fact>
      )}
      {secret !== undefined && <CodeFact name={t('details.secret')} code={secret} />}
    </>
  )
}
