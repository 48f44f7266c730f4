import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import { useContacts } from '../../api/contacts.ts'
import { Isolated } from '../../language/isolated.tsx'
import { locale, t } from '../../language/language.ts'
import { useRate } from '../../money/use-rate.ts'
import { ButtonRow, LinkRow, List } from '../../parts/list-row.tsx'
import { PaymentRow } from '../../parts/payment/payment-row.tsx'

const LOOKED_AT = 40
const SHOWN = 5

interface PayeesProps {
  readonly typed: string
  /** Undefined while loading. */
  readonly walletId: string | undefined
  readonly onPick: (target: string) => void
}

/** Suggested payees: contacts and recently paid addresses. */
export function Payees({ typed, walletId, onPick }: PayeesProps) {
  return (
    <>
      <Contacts typed={typed} onPick={onPick} />
      {walletId !== undefined && <Recent walletId={walletId} onPick={onPick} />}
    </>
  )
}

/** Contacts paid last, or matching the typed text. */
function Contacts({ typed, onPick }: Pick<PayeesProps, 'typed' | 'onPick'>) {
  const { data = [] } = useContacts()
  const wanted = typed.toLocaleLowerCase(locale())
  const found = data
    .filter(({ name }) => name.toLocaleLowerCase(locale()).includes(wanted))
    .toSorted((a, b) => (b.last_used_at ?? 0) - (a.last_used_at ?? 0))
  if (found.length === 0) return null
  return (
    <section class="stack" aria-labelledby="sent-contacts">
      <h2 id="sent-contacts">{t('contacts.title')}</h2>
      <List>
        {found.slice(0, SHOWN).map(({ id, name, target }) => (
          <ButtonRow key={id} icon="person" title={name} onClick={() => onPick(target)} />
        ))}
        {found.length > SHOWN && <LinkRow to="/contacts" icon="search" title={t('contacts.all')} />}
      </List>
    </section>
  )
}

/** Pending payments, so that they are not paid again, and recently paid addresses. */
function Recent({ walletId, onPick }: { readonly walletId: string; readonly onPick: (address: string) => void }) {
  const rate = useRate()
  const { data = [] } = useQuery({
    queryKey: ['payments', 'sent', walletId],
    queryFn: ({ signal }) =>
      call('GET /api/v1/payments', { query: { wallet_id: walletId, direction: 'out', limit: LOOKED_AT } }, { signal }),
  })
  const { data: contacts = [] } = useContacts()
  const pending = data.filter(({ status }) => status === 'pending')
  const addresses = [...new Set(data.map(({ extra }) => (extra as { lnurl_address?: unknown }).lnurl_address))]
    .filter((address): address is string => typeof address === 'string')
    .filter((address) => !contacts.some(({ target }) => target === address))
    .slice(0, SHOWN)
  return (
    <>
      {pending.length > 0 && (
        <section class="stack" aria-labelledby="sent-pending">
          <h2 id="sent-pending">{t('payment.on-its-way')}</h2>
          <List>
            {pending.slice(0, SHOWN).map((payment) => (
              <PaymentRow key={payment.checking_id} payment={payment} rate={rate} />
            ))}
          </List>
        </section>
      )}
      {addresses.length > 0 && (
        <section class="stack" aria-labelledby="sent-before">
          <h2 id="sent-before">{t('send.recent')}</h2>
          <List>
            {addresses.map((address) => (
              <ButtonRow
                key={address}
                icon="person"
                title={<Isolated>{address}</Isolated>}
                onClick={() => onPick(address)}
              />
            ))}
          </List>
        </section>
      )}
    </>
  )
}
