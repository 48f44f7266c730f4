import { call } from '../../../api/call.ts'
import { fullTime } from '../../../language/dates.ts'
import { listed } from '../../../language/joined.ts'
import { type TextKey, t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { LinkRow, List } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { HaltedBanner } from '../../../shell/halted-banner.tsx'
import { NodeFacts } from './node-facts.tsx'
import { NodeForm } from './node-form.tsx'
import { type NodeSettings, useNodeSettings } from './node-settings.ts'
import { kindText } from './node-text.ts'
import { NodeTroubles } from './node-troubles.tsx'
import { RemoveNode } from './remove-node.tsx'

const CHOSEN_BY: Readonly<Record<NodeSettings['counts'], TextKey>> = {
  environment: 'admin.node-by-environment',
  stored: 'admin.node-by-app',
  default: 'admin.node-by-default',
}

/** The node in use, the one stored for the next start, and the form for another one. */
export function Node() {
  const { data, error, refetch } = useNodeSettings()
  return (
    <Page title={t('admin.node')} back="/admin">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <>
          <InUse settings={data} />
          <Stored settings={data} />
          <NodeForm kinds={data.kinds} />
        </>
      )}
    </Page>
  )
}

function InUse({ settings }: { readonly settings: NodeSettings }) {
  const { in_use: node, former_kind: former } = settings
  return (
    <>
      <Banner icon={node.answers ? 'check' : 'warning'}>
        {node.answers ? t('admin.node-answers') : t('admin.node-silent')}
      </Banner>
      <HaltedBanner />
      <NodeTroubles troubles={node.troubles} />
      <Facts>
        <NodeFacts node={node} />
        {node.answered_at !== null && <Fact name={t('admin.node-reached')}>{fullTime(node.answered_at)}</Fact>}
        <Fact name={t('admin.node-chosen-by')}>{t(CHOSEN_BY[settings.counts])}</Fact>
        {former !== null && <Fact name={t('admin.node-before')}>{kindText(former)}</Fact>}
      </Facts>
      <List>
        <LinkRow to="/admin/books" icon="activity" title={t('admin.open-books')} />
      </List>
    </>
  )
}

function Stored({ settings }: { readonly settings: NodeSettings }) {
  const { stored, overruled_by: overruledBy, restart_needed: needsRestart } = settings
  const names = listed(overruledBy, 'unit')
  return (
    <>
      {overruledBy.length > 0 && <Banner icon="key">{t('admin.node-overruled', { names })}</Banner>}
      {needsRestart && <Banner icon="warning">{t('admin.node-restart')}</Banner>}
      {stored !== null && (
        <section class="stack" aria-label={t('admin.node-stored')}>
          <h2>{t('admin.node-stored')}</h2>
          <Facts>
            {stored.alias !== '' && <Fact name={t('admin.node-name')}>{stored.alias}</Fact>}
            <Fact name={t('admin.node-kind')}>{kindText(stored.kind)}</Fact>
            {stored.former_kind !== null && <Fact name={t('admin.node-before')}>{kindText(stored.former_kind)}</Fact>}
            <Fact name={t('admin.node-stored-at')}>{fullTime(stored.stored_at)}</Fact>
          </Facts>
          {stored.former_kind !== null && stored.in_use && (
            <RemoveNode
              title={t('admin.node-remove-former')}
              note={t('admin.node-remove-former-note')}
              remove={() => call('DELETE /api/v1/admin/funding/former')}
            />
          )}
          <RemoveNode
            title={t('admin.node-remove')}
            note={t('admin.node-remove-note')}
            remove={() => call('DELETE /api/v1/admin/funding')}
          />
        </section>
      )}
    </>
  )
}
