import { useQuery } from '@tanstack/preact-query'
import { call } from '../../../api/call.ts'
import { downloadOnce } from '../../../api/download-once.ts'
import { fullTime } from '../../../language/dates.ts'
import { locale, t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { Button } from '../../../parts/button.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { say } from '../../../parts/toast.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { refreshOperator, useServerStatus } from '../operator.ts'

/** Backup status and schedule, and a download by a one-time link. */
export function Backup() {
  const { data, error, refetch } = useServerStatus()
  return (
    <Page title={t('admin.backup')} back="/admin">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <>
          <Facts>
            <Fact name={t('admin.database')} ltr>
              {data.database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
            </Fact>
            <Fact name={t('admin.size')}>{sizeText(data.database.size_bytes)}</Fact>
            <LastDownload />
            <CodeFact name={t('admin.backup-origin')} code={data.backup_origin} />
          </Facts>
          <p class="note">{t('admin.backup-origin-note')}</p>
          {data.database.kind === 'sqlite' ? <Download /> : <p>{t('admin.backup-postgres')}</p>}
          <p class="note">{t('admin.restore-note')}</p>
        </>
      )}
    </Page>
  )
}

function LastDownload() {
  const { data } = useQuery({
    queryKey: ['operator', 'last-backup'],
    queryFn: ({ signal }) =>
      call('GET /admin/api/v1/audit', { query: { action: 'backup-downloaded', limit: 1 } }, { signal }),
    staleTime: 0,
  })
  const last = data?.data[0]
  return (
    <Fact name={t('admin.last-backup')}>
      {last !== undefined ? fullTime(last.at) : data === undefined ? t('admin.unknown') : t('admin.never')}
    </Fact>
  )
}

function Download() {
  const task = useTask()
  const download = async (): Promise<void> => {
    await downloadOnce('/admin/api/v1/backup')
    say(t('admin.backup-begins'), 'good')
    // The service records the download when it begins.
    setTimeout(() => void refreshOperator(), 2000)
  }
  return (
    <>
      <Banner icon="warning">{t('admin.backup-warning')}</Banner>
      <Problem error={task.error} />
      <Button look="primary" icon="download" wide busy={task.busy} onClick={() => task.run(download)}>
        {t('admin.backup-download')}
      </Button>
    </>
  )
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const format = { style: 'unit', unit: UNITS[step] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale(), format).format(bytes / 1000 ** step)
}
