import { useState } from 'preact/hooks'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { t } from '../../../language/language.ts'
import { satToMsat } from '../../../money/money.ts'
import { satText } from '../../../parts/amount.tsx'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { say } from '../../../parts/toast.tsx'
import { govern, type GovernBody, type InstalledExtension, refreshInstalled } from './installed.ts'

type Action = 'install' | 'upgrade' | 'back' | 'off' | 'on' | 'restrict' | 'open' | 'remove'

interface Due {
  readonly amount: number
  readonly description: string
  readonly payment_request: string
  readonly payment_hash: string
}

/** Each says first what it does for all accounts; what costs something shows the invoice and goes on once it is paid. */
export function ExtensionActions({ row }: { readonly row: InstalledExtension }) {
  const [asked, setAsked] = useState<Action | undefined>(undefined)
  return (
    <>
      {actionsOf(row).map((action) => (
        <Button key={action} wide look={isDanger(action) ? 'danger' : 'plain'} onClick={() => setAsked(action)}>
          {wordsOf(action, row).title}
        </Button>
      ))}
      {asked !== undefined && <AskFirst action={asked} row={row} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** What the service allows of it: a built-in has the version of the service and cannot be removed. */
function actionsOf(row: InstalledExtension): readonly Action[] {
  const isPackage = !row.builtin && row.installed_at !== null
  if (!row.builtin && !isPackage) return row.compatible && row.runs ? ['install'] : []
  return [
    ...(isPackage && row.latest_version !== row.version ? (['upgrade'] as const) : []),
    ...(isPackage && row.previous_version !== null ? (['back'] as const) : []),
    row.admin_only ? 'open' : 'restrict',
    row.available ? 'off' : 'on',
    ...(isPackage ? (['remove'] as const) : []),
  ]
}

const isDanger = (action: Action): boolean => action === 'off' || action === 'remove'

function AskFirst({
  action,
  row,
  onClose,
}: {
  readonly action: Action
  readonly row: InstalledExtension
  readonly onClose: () => void
}) {
  const [due, setDue] = useState<Due | undefined>(undefined)
  const { title, note } = wordsOf(action, row)
  const run = async (): Promise<void> => {
    try {
      await carryOut(action, row, due?.payment_hash)
    } catch (error) {
      const price = dueOf(error)
      if (price !== undefined && due === undefined) setDue(price)
      throw error
    }
    say(t('action.saved'), 'good')
  }
  return (
    <ConfirmDialog
      danger={isDanger(action)}
      title={title}
      action={due === undefined ? title : t('admin.app-paid')}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{note}</p>
      {due !== undefined && (
        <>
          <p dir="auto">
            {satText(satToMsat(due.amount))} · {due.description}
          </p>
          <QrCode data={due.payment_request.toUpperCase()} label={t('admin.app-invoice')} />
          <CopyButton text={due.payment_request} wide />
        </>
      )}
    </ConfirmDialog>
  )
}

const dueOf = (error: unknown): Due | undefined =>
  error instanceof ApiError && error.status === 402 ? (error.body as { readonly payment?: Due }).payment : undefined

async function carryOut(action: Action, row: InstalledExtension, paymentHash: string | undefined): Promise<void> {
  const paid = paymentHash !== undefined && { payment_hash: paymentHash }
  if (action === 'install') {
    await call('POST /api/v1/admin/extensions/install', {
      body: { ext_id: row.id, accept_permissions: true, ...paid },
    })
    return refreshInstalled()
  }
  await govern(row.id, { ...changeOf(action, row), ...paid })
}

function changeOf(action: Exclude<Action, 'install'>, row: InstalledExtension): GovernBody {
  switch (action) {
    case 'upgrade':
      return { upgrade_to: row.latest_version, accept_permissions: true }
    case 'back':
      return { rollback: true }
    case 'off':
    case 'on':
      return { active: action === 'on' }
    case 'restrict':
    case 'open':
      return { admin_only: action === 'restrict' }
    case 'remove':
      return { remove: true }
  }
}

function wordsOf(action: Action, row: InstalledExtension): { readonly title: string; readonly note: string } {
  switch (action) {
    case 'install':
      return { title: t('admin.app-install'), note: t('admin.app-install-note') }
    case 'upgrade':
      return {
        title: t('admin.app-upgrade', { version: `\u2068${row.latest_version}\u2069` }),
        note: t('admin.app-upgrade-note'),
      }
    case 'back':
      return {
        title: t('admin.app-back', { version: `\u2068${row.previous_version ?? ''}\u2069` }),
        note: t('admin.app-back-note'),
      }
    case 'off':
      return { title: t('admin.app-switch-off'), note: t('admin.app-switch-off-note') }
    case 'on':
      return { title: t('admin.app-switch-on'), note: t('admin.app-switch-on-note') }
    case 'restrict':
      return { title: t('admin.app-restrict'), note: t('admin.app-restrict-note') }
    case 'open':
      return { title: t('admin.app-open'), note: t('admin.app-open-note') }
    case 'remove':
      return { title: t('admin.app-remove'), note: t('admin.app-remove-note') }
  }
}
