import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { t } from '../../language/language.ts'
import { type Msat, msatToSat } from '../../money/money.ts'
import { createSendOnce } from '../../money/send-once.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import { type NfcReader, openNfcReader, textOf } from './nfc.ts'

/** Reads NFC cards of payers, if the browser can. */
export function CardReader({ walletId, amount, memo }: { walletId: string; amount: Msat; memo: string }) {
  const go = useGo()
  const task = useTask()
  const [reader, setReader] = useState<NfcReader>()
  const stop = useRef<AbortController>()
  // A card held to the phone again after a lost answer pays once.
  const [sendOnce] = useState(createSendOnce)
  useEffect(() => () => stop.current?.abort(), [])
  if (!('NDEFReader' in window)) return null
  const isOpen = reader !== undefined

  const charge = async (lnurl: string): Promise<void> => {
    stop.current?.abort()
    setReader(undefined)
    const input = {
      query: { wallet_id: walletId },
      body: { out: false, amount: Number(msatToSat(amount)), memo, lnurl_withdraw: lnurl },
    }
    const { payment_hash } = await sendOnce((idempotencyKey) =>
      call('POST /api/v1/payments', input, { idempotencyKey }),
    )
    go(`/receive/${payment_hash}`, { replace: true, state: { walletId, asked: t('receive.the-card') } })
  }
  const read = async (): Promise<void> => {
    stop.current = new AbortController()
    const opened = await openNfcReader(stop.current.signal)
    opened.addEventListener('reading', (event) => {
      const lnurl = textOf(event)
      if (lnurl !== undefined) task.run(() => charge(lnurl))
    })
    setReader(opened)
  }
  return (
    <>
      <Button icon="contactless" wide busy={task.busy} disabled={isOpen} onClick={() => task.run(read)}>
        {isOpen ? t('receive.hold-card') : t('receive.card')}
      </Button>
      <p class="unseen" role="status">
        {isOpen ? t('receive.hold-card') : ''}
      </p>
      <Problem error={task.error} />
    </>
  )
}
