import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { t } from '../../language/language.ts'
import { msatOf, msatToSat } from '../../money/money.ts'
import { boundProblem } from '../../money/quick-amounts.ts'
import { type TypedAmount, toMsat, typedSat } from '../../money/typed-amount.ts'
import { useRate } from '../../money/use-rate.ts'
import { AmountEntry } from '../../parts/amount-entry.tsx'
import { Button } from '../../parts/button.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { BothUnits } from '../../parts/outcome.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import type { SendState } from './draft.ts'

/** Withdraws a voucher, completely by default. */
export function TakeVoucher({ voucher }: { readonly voucher: NonNullable<SendState['voucher']> }) {
  const { key, walletId, target } = voucher
  const go = useGo()
  const rate = useRate()
  const max = wholeSatBelow(target.maxMsat)
  const min = wholeSatAbove(target.minMsat)
  const [typed, setTyped] = useState<TypedAmount>()
  const task = useTask()
  const amount = typed === undefined ? max : toMsat(typed, rate)
  const isReady = amount !== undefined && boundProblem(amount, { min, max }) === undefined
  const take = async (): Promise<void> => {
    if (amount === undefined) return
    const { payment_hash } = await call(
      'POST /api/v1/lnurlwithdraw',
      { query: { wallet_id: walletId }, body: { lnurl: target.lnurl, amount: Number(msatToSat(amount)) } },
      // Another amount is another request.
      { idempotencyKey: `${key}-${amount}` },
    )
    go(`/receive/${payment_hash}`, { replace: true, state: { walletId, asked: target.domain } })
  }
  return (
    <Form task={task} onSend={take}>
      <div class="send-found">
        <strong dir="ltr">{target.domain}</strong>
        {target.description !== '' && <p dir="auto">{target.description}</p>}
      </div>
      {typed === undefined ? (
        <BothUnits amount={max} rate={rate} />
      ) : (
        <AmountEntry typed={typed} onTyped={setTyped} rate={rate} min={min} max={max} />
      )}
      <p class="note send-text">{t('take.note')}</p>
      <Submit look="primary" icon="receive" wide disabled={!isReady}>
        {t('take.submit')}
      </Submit>
      {typed === undefined && min < max && (
        <Button look="quiet" wide onClick={() => setTyped(typedSat(max))}>
          {t('take.less')}
        </Button>
      )}
    </Form>
  )
}

const wholeSatBelow = (amount: number): bigint => (msatOf(amount) / 1000n) * 1000n
const wholeSatAbove = (amount: number): bigint => ((msatOf(amount) + 999n) / 1000n) * 1000n
