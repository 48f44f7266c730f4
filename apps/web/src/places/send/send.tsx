import { useEffect } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { t } from '../../language/language.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { useEntryState } from '../../routing/entry-state.ts'
import { useGo } from '../../routing/paths.ts'
import { AmountStep } from './amount-step.tsx'
import { Confirm } from './confirm.tsx'
import { isReady, type SendState } from './draft.ts'
import { Entry } from './entry.tsx'
import { LogInThere } from './log-in-there.tsx'
import './send.css'
import { TakeVoucher } from './take-voucher.tsx'

/** Send, in steps with one URL each; the history entry keeps their state. */
export function Send() {
  const [path] = useLocation()
  const { text, draft, voucher, logIn } = useEntryState<SendState>()
  if (path === '/send/amount' && draft !== undefined) {
    return (
      <Sheet key={path} title={t('nav.send')} back="/send">
        <AmountStep draft={draft} />
      </Sheet>
    )
  }
  if (path === '/send/confirm' && draft !== undefined && isReady(draft)) {
    return (
      <Sheet key={path} title={t(draft.sentAt === undefined ? 'send.confirm' : 'nav.send')} back="/send">
        <Confirm key={draft.key} draft={draft} />
      </Sheet>
    )
  }
  if (path === '/send/take' && voucher !== undefined) {
    return (
      <Sheet key={path} title={t('take.title')} back="/send">
        <TakeVoucher voucher={voucher} />
      </Sheet>
    )
  }
  if (path === '/send/log-in' && logIn !== undefined) {
    return (
      <Sheet key={path} title={t('auth.title')} back="/send">
        <LogInThere {...logIn} />
      </Sheet>
    )
  }
  if (path !== '/send') return <ToEntry />
  return (
    <Sheet key={path} title={t('nav.send')}>
      <Entry key={text ?? ''} scanned={text} />
    </Sheet>
  )
}

/** Without state (a typed URL, a duplicated tab), starts over. */
function ToEntry() {
  const go = useGo()
  useEffect(() => go('/send', { replace: true }), [])
  return null
}
