import { useStatus } from '../../../api/wallets.ts'
import { shortTime } from '../../../language/dates.ts'
import { locale, type TextKey, t } from '../../../language/language.ts'
import { msatOf } from '../../../money/money.ts'
import { useRate } from '../../../money/use-rate.ts'
import { fiatText, preciseSatText, satText } from '../../../parts/amount.tsx'
import { Fact } from '../../../parts/facts.tsx'
import { BackupRows } from '../backup-rows.tsx'
import { kindText } from '../node/node-text.ts'
import type { ServerStatus } from '../operator.ts'
import { troubleText } from '../trouble-text.ts'
import { type BackupState, judgeBackup, judgeMoney, judgeNode, type MoneyState } from './judge-service.ts'
import { Tile } from './tile.tsx'

interface Props {
  readonly status: ServerStatus
}

/** Is money safe, is the node well, when was the last backup. */
export function Tiles({ status }: Props) {
  return (
    <div class="tiles">
      <MoneyTile status={status} />
      <NodeTile status={status} />
      <BackupTile status={status} />
    </div>
  )
}

const MONEY_TEXTS: Readonly<Record<MoneyState, TextKey>> = {
  safe: 'admin.money-safe',
  'books-wrong': 'admin.money-books-wrong',
  halted: 'admin.money-halted',
  'node-lacks': 'admin.money-node-lacks',
  'node-has-more': 'admin.money-node-has-more',
  'not-known': 'admin.money-not-known',
  'not-summed': 'admin.money-not-summed',
  short: 'admin.money-short',
  'not-checked': 'admin.money-not-checked',
}

function MoneyTile({ status }: Props) {
  const { owed, node } = status
  const { level, state } = judgeMoney(status)
  const total = owed === null ? null : owed.available_msat + owed.reserved_msat
  return (
    <Tile
      id="tile-money"
      title={t('admin.tile-money')}
      level={level}
      state={t(MONEY_TEXTS[state])}
      to={state === 'halted' ? '/admin/halt' : '/admin/books'}
      link={state === 'halted' ? t('admin.halt') : t('admin.books')}
    >
      <AmountFact name={t('admin.owed')} msat={total} />
      <AmountFact name={t('admin.node-spendable')} msat={node.balance_msat} />
      {total !== null && node.balance_msat !== null && (
        <AmountFact
          name={node.balance_msat < total ? t('admin.node-missing') : t('admin.node-beyond')}
          msat={Math.abs(node.balance_msat - total)}
        />
      )}
    </Tile>
  )
}

/** In satoshis and in the person's currency; null = not known. */
export function AmountFact({ name, msat }: { readonly name: string; readonly msat: number | null }) {
  const rate = useRate()
  if (msat === null) return <Fact name={name}>{t('admin.unknown')}</Fact>
  const amount = msatOf(msat)
  const worth = fiatText(amount, rate)
  return (
    <Fact name={name}>
      {msat < 1000 ? preciseSatText(amount) : satText(amount)}
      {worth !== undefined && <small>{worth}</small>}
    </Fact>
  )
}

function NodeTile({ status }: Props) {
  const answeredAt = useStatus()?.node_answered_at ?? null
  const { level, state } = judgeNode(status)
  const { node, nodes } = status
  const openInvoices = nodes.reduce((sum, each) => sum + each.open_invoices, 0)
  return (
    <Tile
      id="tile-node"
      title={t('admin.tile-node')}
      level={level}
      state={state === 'well' ? t('admin.node-well') : troubleText(state).title}
      to="/admin/node"
      link={t('admin.node')}
    >
      <Fact name={t('admin.node-kind')}>{kindText(node.kind)}</Fact>
      {!node.answers && (
        <Fact name={t('admin.last-answer')}>{answeredAt === null ? t('admin.unknown') : shortTime(answeredAt)}</Fact>
      )}
      <Fact name={t('admin.under-way')}>{countText(status.pending_outgoing)}</Fact>
      <Fact name={t('admin.open-invoices')}>{countText(openInvoices)}</Fact>
    </Tile>
  )
}

export const countText = (count: number): string => new Intl.NumberFormat(locale()).format(count)

const BACKUP_TEXTS: Readonly<Record<BackupState, TextKey>> = {
  made: 'admin.backup-made',
  never: 'admin.backup-never',
  failed: 'admin.alarm-backup',
  overdue: 'admin.backup-overdue',
  'first-due': 'admin.backup-first-due',
  'drill-failed': 'admin.backup-drill-failed',
  old: 'admin.backup-old',
  'drill-due': 'admin.backup-drill-due',
}

function BackupTile({ status }: Props) {
  const { level, state } = judgeBackup(status, Date.now() / 1000)
  return (
    <Tile
      id="tile-backup"
      title={t('admin.backup')}
      level={level}
      state={t(BACKUP_TEXTS[state])}
      to="/admin/backup"
      link={t('admin.backup-open')}
    >
      <BackupRows backups={status.backups} />
    </Tile>
  )
}
