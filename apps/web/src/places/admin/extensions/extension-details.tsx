import { fullTime } from '../../../language/dates.ts'
import { locale, t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { List, TextRow } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { sentenceOf } from '../../../language/permission-sentence.ts'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { ExtensionActions } from './extension-actions.tsx'
import { type InstalledExtension, stateText, useInstalled } from './installed.ts'

/** One app of the installation: what it is and may do, who uses it, and what an operator can do about it. */
export function ExtensionDetails({ id }: { readonly id: string }) {
  const { data, error, refetch } = useInstalled()
  const row = data?.find((each) => each.id === id)
  return (
    <Page title={row?.name ?? t('admin.extensions')} back="/admin/extensions">
      <Problem error={error} onRetry={() => void refetch()} />
      {row !== undefined ? (
        <Details row={row} />
      ) : data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <EmptyState icon="apps" title={t('admin.no-app')} />
      )}
    </Page>
  )
}

function Details({ row }: { readonly row: InstalledExtension }) {
  return (
    <>
      <p dir="auto" lang="en">
        {row.short_description}
      </p>
      {row.rejected_reason !== null && (
        <Banner icon="warning">
          <span lang="en">{row.rejected_reason}</span>
        </Banner>
      )}
      <section class="stack" aria-label={t('admin.app-may')}>
        <h2>{t('admin.app-may')}</h2>
        <List label={t('admin.app-may')}>
          {row.permissions.map((permission) => (
            <TextRow
              key={permission.id}
              icon={permission.id === 'spend' ? 'warning' : 'check'}
              title={sentenceOf(permission)}
            />
          ))}
          {row.permissions.length === 0 && <TextRow icon="check" title={t('admin.app-may-nothing')} />}
        </List>
      </section>
      <Facts>
        <Fact name={t('admin.state')}>{stateText(row)}</Fact>
        <Fact name={t('admin.app-version')} ltr>
          {row.version}
        </Fact>
        <Fact name={t('admin.app-source')}>{row.builtin ? t('admin.app-built-in') : <bdi>{row.source_repo}</bdi>}</Fact>
        <Fact name={t('admin.app-accounts')}>{new Intl.NumberFormat(locale()).format(row.accounts_active)}</Fact>
        <Fact name={t('admin.app-storage')}>
          {new Intl.NumberFormat(locale(), { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
            row.storage_bytes / 1000,
          )}
        </Fact>
        {row.installed_at !== null && <Fact name={t('admin.app-since')}>{fullTime(row.installed_at)}</Fact>}
        {row.hash !== null && <CodeFact name={t('admin.app-hash')} code={row.hash} />}
      </Facts>
      <ExtensionActions row={row} />
    </>
  )
}
