import { agoText, fullTime } from '../../language/dates.ts'
import { Isolated } from '../../language/isolated.tsx'
import { type TextKey, t } from '../../language/language.ts'
import { Fact } from '../../parts/facts.tsx'
import type { ServerStatus } from './operator.ts'

type Backups = ServerStatus['backups']

const BY: Readonly<Record<NonNullable<Backups['last']>['by'], TextKey>> = {
  schedule: 'admin.backup-by-schedule',
  command: 'admin.backup-by-command',
  download: 'admin.backup-by-download',
}

/** When the last backup was made, how and where, and how the last drill ended. */
export function BackupRows({ backups }: { readonly backups: Backups }) {
  const { last, age_seconds: age, last_drill: drill } = backups
  return (
    <>
      <Fact name={t('admin.last-backup')}>
        {last === null ? t('admin.never') : <time title={fullTime(last.at)}>{agoText(age ?? 0)}</time>}
        {last !== null && <small>{t(BY[last.by])}</small>}
        {last?.place != null && (
          <small>
            <Isolated>{last.place}</Isolated>
          </small>
        )}
      </Fact>
      <Fact name={t('admin.last-drill')}>
        {drill === null ? t('admin.drill-none') : drill.passed ? t('admin.drill-passed') : t('admin.drill-failed')}
        {drill !== null && <small>{fullTime(drill.at)}</small>}
        {drill?.problem != null && (
          <small lang="en" dir="auto">
            {drill.problem}
          </small>
        )}
      </Fact>
    </>
  )
}
