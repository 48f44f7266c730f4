import { useEffect, useState } from 'preact/hooks'
import { findContact } from '../../api/contacts.ts'
import { useStatus, useWallet } from '../../api/wallets.ts'
import { errorText } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { newKey } from '../../money/new-key.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { type Path, useGo } from '../../routing/paths.ts'
import type { SendState } from './draft.ts'
import { Payees } from './payees.tsx'
import { readTarget, Unpayable } from './read-target.ts'
import type { Target } from './target.ts'

/** Paste or type a text, or pick a payee. A scanned text is decoded at once. */
export function Entry({ scanned }: { readonly scanned: string | undefined }) {
  const go = useGo()
  const wallet = useWallet()
  const network = useStatus()?.network ?? null
  const [text, setText] = useState(scanned ?? '')
  const task = useTask()
  // A text entered before the wallet is loaded is decoded then.
  const [waiting, setWaiting] = useState(scanned)
  const read = (given: string): void => {
    if (given.trim() === '') return
    setText(given)
    if (wallet === undefined) return setWaiting(given)
    task.run(async () => {
      const target = await readTarget(given, { walletId: wallet.id, network }, () => setText(''))
      const { path, state } = await nextStep(given, target, wallet.id)
      // Back from a scanned text leads to the scanner.
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
            if (event.key !== 'Enter' || event.isComposing) return
            event.preventDefault()
            read(event.currentTarget.value)
          }}
          rows={2}
          isFirst
          {...AS_TYPED}
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
      <Payees typed={text.trim()} walletId={wallet?.id} onPick={read} />
    </>
  )
}

/** Turns off the keyboard's corrections. */
const AS_TYPED = { autocapitalize: 'none', autocomplete: 'off', spellcheck: false, ltr: true } as const

/** The next step for a decoded text. A fixed amount skips the amount step. */
async function nextStep(given: string, target: Target, walletId: string): Promise<{ path: Path; state: SendState }> {
  const key = newKey()
  switch (target.kind) {
    case 'invoice': {
      const { amountMsat } = target
      const known = amountMsat ?? target.linkMsat
      if (known === undefined) return { path: '/send/amount', state: { draft: { key, walletId, target } } }
      return { path: '/send/confirm', state: { draft: { key, walletId, target, amountMsat: known } } }
    }
    case 'link': {
      const { minMsat, maxMsat, commentLength, linkMsat } = target
      const whom = await findContact([given, target.address])
      const contact = whom === undefined ? {} : { contact: { id: whom.id, name: whom.name } }
      const draft = { key, walletId, target, ...contact }
      if (linkMsat !== undefined) return { path: '/send/confirm', state: { draft: { ...draft, amountMsat: linkMsat } } }
      if (minMsat !== maxMsat || commentLength > 0) return { path: '/send/amount', state: { draft } }
      return { path: '/send/confirm', state: { draft: { ...draft, amountMsat: minMsat } } }
    }
    case 'voucher':
      return { path: '/send/take', state: { voucher: { key, walletId, target } } }
    case 'log-in':
      return { path: '/send/log-in', state: { logIn: { walletId, target } } }
  }
}

/** Shown if the browser grants access to the clipboard. */
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
  const reason = error instanceof Unpayable ? t(error.text, error.values) : errorText(error)
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
