import type { WalletShare } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { joined } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { ButtonRow } from '../../parts/list-row.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { rightWords } from './rights.ts'
import { RightsChoice } from './rights-choice.tsx'

interface GuestProps {
  readonly share: WalletShare
  /** Names the wallet, if guests of several wallets are listed. */
  readonly inWallet: boolean
}

/** A guest or an invitation, with rights that can be changed or revoked. */
export function Guest({ share, inWallet }: GuestProps) {
  const [open, setOpen] = useState(false)
  const { username, permissions, status, wallet_name: wallet } = share
  const words = t('people.may', { rights: rightWords(permissions) })
  return (
    <>
      <ButtonRow
        icon="person"
        title={username}
        note={joined([inWallet ? wallet : undefined, words, status === 'pending' ? t('people.pending') : undefined])}
        onClick={() => setOpen(true)}
      />
      {open && (
        <li>
          <GuestDialog share={share} onClose={() => setOpen(false)} />
        </li>
      )}
    </>
  )
}

function GuestDialog({ share, onClose }: { readonly share: WalletShare; readonly onClose: () => void }) {
  const { share_request_id: id, username: name, status, wallet_name: wallet } = share
  const [rights, setRights] = useState(share.permissions)
  const task = useTask()
  const ending = useTask()
  const change = async (): Promise<void> => {
    await call('PUT /api/v1/wallet/share/{id}', { path: { id }, body: { permissions: rights as never } })
    await close(t('people.changed', { name, rights: rightWords(rights) }))
  }
  const end = async (): Promise<void> => {
    await call('DELETE /api/v1/wallet/share/{id}', { path: { id } })
    await close(t('people.ended', { name, wallet }))
  }
  const close = async (text: string): Promise<void> => {
    await refresh()
    say(text, 'good')
    onClose()
  }
  return (
    <Dialog title={name} onClose={onClose}>
      <Form task={task} onSend={change} draft="lost">
        <p class="note" dir="auto">
          {wallet}
        </p>
        <RightsChoice rights={rights} onRights={setRights} />
        <Submit look="primary" wide disabled={rights.length === 0}>
          {t('action.save')}
        </Submit>
        <Problem error={ending.error} />
        <Button look="danger" icon="trash" wide busy={ending.busy} onClick={() => ending.run(end)}>
          {t(status === 'pending' ? 'people.withdraw' : 'people.end')}
        </Button>
      </Form>
    </Dialog>
  )
}
