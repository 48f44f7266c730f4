import type { Contact } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { findContact, useContacts } from '../../api/contacts.ts'
import { useStatus, useWallet } from '../../api/wallets.ts'
import { errorText } from '../../language/error-text.ts'
import { locale, t } from '../../language/language.ts'
import { newKey } from '../../money/new-key.ts'
import { useRate } from '../../money/use-rate.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ButtonRow, LinkRow, List } from '../../parts/list-row.tsx'
import { PaymentRow } from '../../parts/payment-row.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { type Path, useGo } from '../../routing/paths.ts'
import type { SendState } from './draft.ts'
import { readTarget, Unpayable } from './read-target.ts'
import type { Target } from './target.ts'

/** Paste, type, or pick an address. A text that was scanned is read at once. */
export function Entry({ scanned }: { readonly scanned: string | undefined }) {
  const go = useGo()
  const wallet = useWallet()
  const network = useStatus()?.network ?? null
  const [text, setText] = useState(scanned ?? '')
  const task = useTask()
  // What was given before the wallet is known is read then.
  const [waiting, setWaiting] = useState(scanned)
  const read = (given: string): void => {
    if (given.trim() === '') return
    setText(given)
    if (wallet === undefined) return setWaiting(given)
    task.run(async () => {
      const target = await readTarget(given, { walletId: wallet.id, network })
      const contact = target.kind === 'link' ? await findContact([given, target.address]) : undefined
      const { path, state } = nextStep(target, wallet.id, contact)
      // From the scanner, Back leads to the scanner.
      go(path, { state, replace: scanned !== undefined })
    })
  }
  useEffect(() => {
    if (waiting === undefined || wallet === undefined) return
    setWaiting(undefined)
    read(waiting)
  }, [waiting, wallet])
  return (
    <>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          read(text)
        }}
      >
        <PasteButton busy={task.busy} onText={read} />
        <TextArea
          label={t('send.field')}
          hint={t('send.field-hint')}
          value={text}
          onValue={setText}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text') ?? ''
            if (text !== '' || pasted.trim() === '') return
            event.preventDefault()
            read(pasted)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            read(event.currentTarget.value)
          }}
          rows={2}
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          ltr
        />
        <WhyNot error={task.error} />
        <div class="row-of-buttons">
          <ButtonLink to="/scan" icon="scan" wide>
            {t('nav.scan')}
          </ButtonLink>
          <Button type="submit" look="primary" wide disabled={text.trim() === ''} busy={task.busy}>
            {t('action.go-on')}
          </Button>
        </div>
      </form>
      <Contacts typed={text.trim()} onPick={read} />
      {wallet !== undefined && <Recent walletId={wallet.id} onPick={read} />}
    </>
  )
}

/** Where the text leads. A fixed amount needs no question. */
function nextStep(target: Target, walletId: string, whom?: Contact): { path: Path; state: SendState } {
  const key = newKey()
  const contact = whom === undefined ? undefined : { id: whom.id, name: whom.name }
  switch (target.kind) {
    case 'invoice': {
      const { amountMsat } = target
      if (amountMsat === null) return { path: '/send/amount', state: { draft: { key, walletId, target } } }
      return { path: '/send/confirm', state: { draft: { key, walletId, target, amountMsat } } }
    }
    case 'link': {
      const { minMsat, maxMsat, commentLength } = target
      const draft = { key, walletId, target, ...(contact !== undefined && { contact }) }
      if (minMsat !== maxMsat || commentLength > 0) return { path: '/send/amount', state: { draft } }
      return { path: '/send/confirm', state: { draft: { ...draft, amountMsat: minMsat } } }
    }
    case 'voucher':
      return { path: '/send/take', state: { voucher: { key, walletId, target } } }
    case 'log-in':
      return { path: '/send/log-in', state: { logIn: { walletId, target } } }
  }
}

/** Only where the browser gives what was copied; elsewhere the field takes it. */
function PasteButton({ busy, onText }: { readonly busy: boolean; readonly onText: (text: string) => void }) {
  if (typeof (navigator.clipboard as Clipboard | undefined)?.readText !== 'function') return null
  const paste = async (): Promise<void> => {
    try {
      const text = await navigator.clipboard.readText()
      if (text.trim() === '') say(t('send.clipboard-empty'))
      else onText(text)
    } catch {
      say(t('send.clipboard-refused'))
      document.querySelector('textarea')?.focus()
    }
  }
  return (
    <Button look="primary" icon="paste" wide busy={busy} onClick={() => void paste()}>
      {t('action.paste')}
    </Button>
  )
}

function WhyNot({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  const reason = error instanceof Unpayable ? t(error.text) : errorText(error)
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <p>{reason}</p>
      {error instanceof Unpayable && error.checkingId !== undefined && (
        <ButtonLink to={`/activity/${error.checkingId}`} look="quiet">
          {t('send.show-payment')}
        </ButtonLink>
      )}
    </div>
  )
}

const LOOKED_AT = 40
const SHOWN = 5

/** The contacts that were paid last, or whose name has what is typed. */
function Contacts({ typed, onPick }: { readonly typed: string; readonly onPick: (target: string) => void }) {
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

/** What is on its way, so that it is not paid again, and addresses that were paid lately. */
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
              <ButtonRow key={address} icon="person" title={<bdi>{address}</bdi>} onClick={() => onPick(address)} />
            ))}
          </List>
        </section>
      )}
    </>
  )
}
