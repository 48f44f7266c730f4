import { session } from '../../../api/session.ts'
import { t } from '../../../language/language.ts'
import { LinkRow, List } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { HaltedBanner } from '../../../shell/halted-banner.tsx'
import { useStore } from '../../../store.ts'
import { NodeBanner } from '../node-banner.tsx'
import { type ServerStatus, useServerStatus } from '../operator.ts'
import { NextSteps } from './next-steps.tsx'
import { OpenAlarms } from './open-alarms.tsx'
import './overview.css'
import { ServerFacts } from './server-facts.tsx'
import { Tiles } from './tiles.tsx'
import { Volumes } from './volumes.tsx'

/** The start page of administration. Other administrators see the users' places and whether the service works. */
export function Overview() {
  const me = useStore(session)
  const isSuperUser = typeof me === 'object' && me.is_super_user
  return (
    <Page title={t('more.admin')} back="/more">
      <HaltedBanner />
      {isSuperUser ? (
        <State />
      ) : (
        <>
          <NodeBanner />
          <p class="note">{t('admin.super-only')}</p>
        </>
      )}
      <nav class="admin-places" aria-label={t('admin.places')}>
        <List>
          <LinkRow to="/admin/users" icon="person" title={t('admin.users')} note={t('admin.users-note')} />
          <LinkRow to="/admin/links" icon="key" title={t('admin.links')} note={t('admin.links-note')} />
          {isSuperUser && <InstallationLinks />}
        </List>
        {isSuperUser && <MoneyLinks />}
      </nav>
    </Page>
  )
}

function State() {
  const { data, error, refetch } = useServerStatus()
  return (
    <>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton lines={6} /> : <Answers status={data} />}
    </>
  )
}

const Answers = ({ status }: { readonly status: ServerStatus }) => (
  <div class="operator-start">
    <Tiles status={status} />
    <div class="operator-more">
      <div class="operator-column">
        <NextSteps status={status} />
        <OpenAlarms count={status.alarms} />
      </div>
      <div class="operator-column">
        <Volumes volume={status.volume} />
      </div>
    </div>
    <ServerFacts status={status} />
  </div>
)

const InstallationLinks = () => (
  <>
    <LinkRow to="/admin/settings" icon="edit" title={t('admin.settings')} note={t('admin.settings-note')} />
    <LinkRow to="/admin/extensions" icon="apps" title={t('admin.extensions')} note={t('admin.extensions-note')} />
    <LinkRow to="/admin/audit" icon="search" title={t('admin.audit')} note={t('admin.audit-note')} />
  </>
)

const MoneyLinks = () => (
  <List>
    <LinkRow to="/admin/halt" icon="warning" title={t('admin.halt')} note={t('admin.halt-note')} />
    <LinkRow to="/admin/books" icon="activity" title={t('admin.books')} note={t('admin.books-note')} />
    <LinkRow to="/admin/node" icon="bolt" title={t('admin.node')} note={t('admin.node-note')} />
    <LinkRow to="/admin/backup" icon="download" title={t('admin.backup')} note={t('admin.backup-note')} />
  </List>
)
