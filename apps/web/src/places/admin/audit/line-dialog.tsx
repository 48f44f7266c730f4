import { fullTime } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { actionText } from './action-text.ts'
import type { AuditFilter } from './audit-filter.tsx'
import { type AuditLine, actorText } from './audit-line.ts'
import { detailText, subjectText } from './detail-text.ts'

/** One audit line with all its details, and links to lines of the same actor or subject. */
export function LineDialog({
  line,
  onFilter,
  onClose,
}: {
  readonly line: AuditLine
  readonly onFilter: (filter: Partial<AuditFilter>) => void
  readonly onClose: () => void
}) {
  const setting = subjectText(line)
  return (
    <Dialog title={actionText(line.action)} onClose={onClose}>
      <Facts>
        <Fact name={t('admin.who')}>{actorText(line)}</Fact>
        <Fact name={t('admin.when')}>{fullTime(line.at)}</Fact>
        {line.address !== '' && (
          <Fact name={t('admin.from-where')} ltr>
            {line.address}
          </Fact>
        )}
        {setting !== undefined && <Fact name={t('admin.fact-setting')}>{setting}</Fact>}
        {Object.entries(line.detail).map(([name, value]) => {
          const { title, text } = detailText(name, value, line)
          return (
            <Fact key={name} name={title}>
              {text}
            </Fact>
          )
        })}
        {line.subject !== '' && <CodeFact name={t('admin.about')} code={line.subject} />}
        <CodeFact name={t('admin.by-id')} code={line.actor} />
      </Facts>
      <Button wide onClick={() => onFilter({ actor: line.actor })}>
        {t('admin.only-actor')}
      </Button>
      {line.subject !== '' && (
        <Button wide onClick={() => onFilter({ subject: line.subject })}>
          {t('admin.only-subject')}
        </Button>
      )}
    </Dialog>
  )
}
