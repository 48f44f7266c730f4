import { downloadOnce } from '../../../api/download-once.ts'
import { t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { Button } from '../../../parts/button.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { say } from '../../../parts/toast.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { BackupRows } from '../backup-rows.tsx'
import { refreshOperator, useServerStatus } from '../operator.ts'
import { sizeText } from '../size-text.ts'

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
            <Fact name={t('admin.backup-schedule')} ltr={data.backups.schedule !== null}>
              {data.backups.schedule ?? t('admin.backup-no-schedule')}
              {data.backups.target !== null && <small>{data.backups.target}</small>}
            </Fact>
            <BackupRows backups={data.backups} />
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
