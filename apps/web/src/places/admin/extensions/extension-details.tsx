import { useState } from 'preact/hooks'
import { fullTime } from '../../../language/dates.ts'
import { Isolated } from '../../../language/isolated.tsx'
import { locale, t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { Button } from '../../../parts/button.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { ExtensionActions } from './extension-actions.tsx'
import { type InstalledExtension, isHere, type Release, stateText, useInstalled, useReleases } from './installed.ts'
import { PermissionRows } from './permission-rows.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { Versions } from './versions.tsx'

/** An installed app: permissions, users, and actions of the operator. */
export function ExtensionDetails({ id }: { readonly id: string }) {
  const { data, error, refetch } = useInstalled()
  const row = data?.find((each) => each.id === id)
  return (
    <Page title={row?.name ?? t('admin.extensions')} back="/admin/extensions">
      <Problem error={error} onRetry={() => void refetch()} />
      {row !== undefined ? (
        <Details row={row} rows={data ?? []} />
      ) : data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <EmptyState icon="apps" title={t('admin.no-app')} />
      )}
    </Page>
  )
}

function Details({ row, rows }: { readonly row: InstalledExtension; readonly rows: readonly InstalledExtension[] }) {
  const { releases = [], error, refetch } = useReleases(row.id)
  const [shown, setShown] = useState<Release | undefined>(undefined)
  const next = nextOf(row, releases)
  const offered = isHere(row) ? undefined : releases.find(({ version }) => version === row.version)
  return (
    <>
      <p dir="auto" lang={row.builtin ? undefined : 'en'}>
        {row.short_description}
      </p>
      {row.rejected_reason !== null && (
        <Banner icon="warning">
          <span lang="en">{row.rejected_reason}</span>
        </Banner>
      )}
      <PermissionRows
        permissions={offered?.permissions === null ? undefined : row.permissions}
        isBuiltin={row.builtin}
      />
      <About row={row} />
      <Problem error={error} onRetry={() => void refetch()} />
      {next !== undefined && (
        <Button wide look="primary" onClick={() => setShown(next)}>
          {isHere(row) ? t('admin.app-upgrade', { version: next.version }) : t('admin.app-install')}
        </Button>
      )}
      {!row.builtin && <Versions row={row} rows={rows} releases={releases} onShow={setShown} />}
      <ExtensionActions row={row} />
      {shown !== undefined && (
        <ReleaseDialog
          release={shown}
          row={row}
          rows={rows}
          isOlder={releases.indexOf(shown) > releases.findIndex(({ installed }) => installed)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

/** The newest release that can run, unless it is the installed one or older. */
function nextOf(row: InstalledExtension, releases: readonly Release[]): Release | undefined {
  if (row.builtin || !row.runs) return undefined
  const best = releases.findIndex(({ compatible, revoked }) => compatible && !revoked)
  const inUse = releases.findIndex(({ installed }) => installed)
  return best >= 0 && (inUse < 0 || best < inUse) ? releases[best] : undefined
}

function About({ row }: { readonly row: InstalledExtension }) {
  return (
    <Facts>
      <Fact name={t('admin.state')}>{stateText(row)}</Fact>
      <Fact name={t('admin.app-version')} ltr>
        {row.version}
      </Fact>
      <Fact name={t('admin.app-source')}>
        {row.builtin ? t('admin.app-built-in') : <Isolated>{row.source_repo}</Isolated>}
      </Fact>
      <Fact name={t('admin.app-accounts')}>{new Intl.NumberFormat(locale()).format(row.accounts_active)}</Fact>
      <Fact name={t('admin.app-storage')}>
        {new Intl.NumberFormat(locale(), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
          row.storage_bytes / 1000,
        )}
      </Fact>
      {row.installed_at !== null && <Fact name={t('admin.app-since')}>{fullTime(row.installed_at)}</Fact>}
      {row.hash !== null && <CodeFact name={t('admin.app-hash')} code={row.hash} />}
      {row.publisher !== null && <CodeFact name={t('admin.app-key')} code={row.publisher} />}
      {!row.builtin && isHere(row) && row.publisher === null && (
        <Fact name={t('admin.app-signature')}>{t('admin.app-unsigned')}</Fact>
      )}
    </Facts>
  )
}
