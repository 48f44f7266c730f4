import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { type ExtensionRow, refreshExtensions } from '../../api/extensions.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

/** For administrators: a package is brought to this server, upgraded, and rolled back. */
export function Govern({ row }: { readonly row: ExtensionRow }) {
  const [upgrading, setUpgrading] = useState(false)
  const task = useTask()
  const { data, refetch } = useQuery({
    queryKey: ['extensions-admin'],
    queryFn: ({ signal }) => call('GET /admin/api/v1/extensions', {}, { signal }),
  })
  const previous = data?.find(({ id }) => id === row.id)?.previous_version
  const isInstalled = data?.some(({ id, installed_at }) => id === row.id && installed_at !== null) === true
  const ended = async (): Promise<void> => {
    await Promise.all([refreshExtensions(), refetch()])
    say(t('action.saved'), 'good')
  }
  const bring = async (): Promise<void> => {
    await call('POST /api/v1/extension', { body: { ext_id: row.id, accept_permissions: true } })
    await ended()
  }
  const govern = async (body: {
    rollback?: boolean
    upgrade_to?: string
    accept_permissions?: boolean
  }): Promise<void> => {
    await call('POST /admin/api/v1/extensions', { body: { extension: row.id, ...body } })
    await ended()
  }
  const canUpgrade = isInstalled && row.latest_version !== row.version
  return (
    <section class="stack" aria-label={t('ext.for-all')}>
      <h2>{t('ext.for-all')}</h2>
      <Problem error={task.error} />
      {!isInstalled && row.compatible && (
        <Button icon="download" wide busy={task.busy} onClick={() => task.run(bring)}>
          {t('ext.install')}
        </Button>
      )}
      {canUpgrade && (
        <Button wide onClick={() => setUpgrading(true)}>
          {t('ext.upgrade', { version: row.latest_version })}
        </Button>
      )}
      {isInstalled && typeof previous === 'string' && (
        <Button wide busy={task.busy} onClick={() => task.run(async () => govern({ rollback: true }))}>
          {t('ext.roll-back', { version: previous })}
        </Button>
      )}
      {upgrading && (
        <ConfirmDialog
          title={t('ext.upgrade', { version: row.latest_version })}
          action={t('ext.upgrade', { version: row.latest_version })}
          onConfirm={async () => govern({ upgrade_to: row.latest_version, accept_permissions: true })}
          onClose={() => setUpgrading(false)}
        >
          <p>{t('ext.upgrade-note')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
