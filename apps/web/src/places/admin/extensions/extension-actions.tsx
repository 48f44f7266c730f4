import { useState } from 'preact/hooks'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { say } from '../../../parts/toast.tsx'
import { type GovernBody, govern, type InstalledExtension } from './installed.ts'

type Action = 'back' | 'off' | 'on' | 'restrict' | 'open' | 'remove'

/** Each action first says what it does for all accounts. */
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

/** The actions that the service allows: a built-in cannot be upgraded or removed. */
function actionsOf(row: InstalledExtension): readonly Action[] {
  const isPackage = !row.builtin && row.installed_at !== null
  if (!row.builtin && !isPackage) return []
  return [
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
  const { title, note } = wordsOf(action, row)
  const run = async (): Promise<void> => {
    await govern(row.id, changeOf(action))
    say(t('action.saved'), 'good')
  }
  return (
    <ConfirmDialog danger={isDanger(action)} title={title} action={title} onConfirm={run} onClose={onClose}>
      <p>{note}</p>
    </ConfirmDialog>
  )
}

function changeOf(action: Action): GovernBody {
  switch (action) {
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
    case 'back':
      return {
        title: t('admin.app-back', { version: row.previous_version ?? '' }),
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
