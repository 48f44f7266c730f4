import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import type { AnswerOf } from '../../../api/routes.ts'
import { joined } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import { msatOf } from '../../../money/money.ts'
import { satText } from '../../../parts/amount.tsx'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { List, TextRow } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { HaltedBanner } from '../../../shell/halted-banner.tsx'
import { BooksFacts } from '../books-facts.tsx'
import { kindText } from '../node/node-text.ts'
import { refreshOperator, type ServerStatus, useServerStatus } from '../operator.ts'
import { ViolationRows } from '../violation-rows.tsx'
import { Alarms } from './alarms.tsx'
import { UnderWay } from './under-way.tsx'

/** Audit, comparison with the nodes, alarms, and unfinished payments. */
export function Books() {
  const { data, error, refetch } = useServerStatus()
  return (
    <Page title={t('admin.books')} back="/admin">
      <HaltedBanner />
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <>
          <Facts>
            <BooksFacts books={data.books} />
          </Facts>
          <CheckNow />
        </>
      )}
      <Alarms />
      <UnderWay />
      {data !== undefined && <Nodes nodes={data.nodes} />}
    </Page>
  )
}

type Checked = AnswerOf<'POST /api/v1/admin/check-books'>

/** Runs the audit, which computes every balance again from the postings. */
function CheckNow() {
  const [checked, setChecked] = useState<Checked | undefined>(undefined)
  const task = useTask()
  const check = async (): Promise<void> => {
    setChecked(await call('POST /api/v1/admin/check-books'))
    await refreshOperator()
  }
  return (
    <>
      <Problem error={task.error} />
      <Button icon="check" wide busy={task.busy} onClick={() => task.run(check)}>
        {t('admin.check-books')}
      </Button>
      {checked !== undefined && (
        <div role="status" class="stack">
          <p>{checked.violations.length === 0 ? t('admin.checked-right') : t('admin.stay-books')}</p>
          {checked.violations.length > 0 && <ViolationRows violations={checked.violations} />}
        </div>
      )}
    </>
  )
}

function Nodes({ nodes }: Pick<ServerStatus, 'nodes'>) {
  return (
    <section class="stack" aria-label={t('admin.nodes')}>
      <h2>{t('admin.nodes')}</h2>
      <List label={t('admin.nodes')}>
        {nodes.map((node) => (
          <TextRow
            key={node.id}
            icon="bolt"
            title={kindText(node.kind)}
            note={
              // One line per fact: the balance of a node has many digits.
              joined([
                nodeState(node),
                t('admin.node-load', { out: node.pending_outgoing, open: node.open_invoices }),
                node.balance_msat === null ? undefined : satText(msatOf(node.balance_msat)),
              ])
            }
          />
        ))}
      </List>
    </section>
  )
}

function nodeState({ configured, answers, in_use: inUse }: ServerStatus['nodes'][number]): string {
  if (!configured) return t('admin.node-gone')
  if (!answers) return t('admin.node-silent')
  return inUse ? t('admin.node-in-use') : t('admin.node-former')
}
