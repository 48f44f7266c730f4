import type { Wallet } from '@satchel/client/operations'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { t } from '../../language/language.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextRow } from '../../parts/list-row.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import { isOwn } from './rights.ts'
import { WalletIcon } from './wallet-icon.tsx'

/** Per row: up and down. */
const BUTTONS = 2

/** Reorders the person's wallets; each tap is stored at once. */
export function WalletOrder({ wallets, onDone }: { readonly wallets: readonly Wallet[]; readonly onDone: () => void }) {
  const [ordered, setOrdered] = useState(wallets.filter(isOwn))
  const [announcement, announce] = useState('')
  const task = useTask()
  const list = useRef<HTMLOListElement>(null)
  /** Moving its row takes the focus from the pressed button: restore it. */
  const used = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (used.current !== undefined) list.current?.querySelectorAll('button')[used.current]?.focus()
  }, [ordered])
  const move = (from: number, by: -1 | 1): void => {
    const wallet = ordered[from]
    const to = from + by
    if (wallet === undefined || task.busy || to < 0 || to >= ordered.length) return
    const next = ordered.toSpliced(from, 1).toSpliced(to, 0, wallet)
    task.run(async () => {
      await call('PUT /api/v1/wallets/order', { body: { wallet_ids: next.map(({ id }) => id) } })
      used.current = to * BUTTONS + (by === 1 ? 1 : 0)
      setOrdered(next)
      announce(t('look.place', { name: wallet.name, place: to + 1, count: next.length }))
      await refresh()
    })
  }
  return (
    <>
      <ol ref={list} class="list" aria-label={t('look.order')}>
        {ordered.map(({ id, name, ...look }, place) => (
          <TextRow
            key={id}
            picture={<WalletIcon {...look} />}
            title={name}
            end={
              <span class="line-actions">
                <IconButton
                  icon="up"
                  label={t('look.up', { name })}
                  aria-disabled={place === 0 || undefined}
                  onClick={() => move(place, -1)}
                />
                <IconButton
                  icon="down"
                  label={t('look.down', { name })}
                  aria-disabled={place === ordered.length - 1 || undefined}
                  onClick={() => move(place, 1)}
                />
              </span>
            }
          />
        ))}
      </ol>
      <p class="unseen" role="status">
        {announcement}
      </p>
      <Problem error={task.error} />
      <Button look="primary" wide onClick={onDone}>
        {t('look.order-done')}
      </Button>
    </>
  )
}
