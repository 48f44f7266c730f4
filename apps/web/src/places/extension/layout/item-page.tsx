import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Description, Item } from '../../../api/extensions.ts'
import { t } from '../../../language/language.ts'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { ActionButton } from '../action-button.tsx'
import { FieldFacts } from '../field-facts.tsx'
import { titleOf, useFresh, useItem } from '../items.ts'
import { useAround } from '../use-around.ts'
import './layout.css'
import { Settings } from './settings.tsx'
import { ShareBlock } from './share-block.tsx'
import { StateMark } from './state-mark.tsx'
import { stateOfItem } from './state-of.ts'
import { SubList } from './sub-list.tsx'
import { Summary } from './summary.tsx'

/** An item: what is done with it every day first, its fields behind *Settings*. */
export function ItemPage({ description, id }: { readonly description: Description; readonly id: string }) {
  const [secrets, setSecrets] = useState(false)
  const [tab, setTab] = useState<'overview' | 'settings'>('overview')
  const { data, error, refetch } = useItem(description, id, secrets)
  const kept = useFresh(id)
  const state = data && stateOfItem(description, data)
  return (
    <Page
      title={titleOf(description, data) ?? description.noun.one}
      back={`/apps/${description.id}`}
      action={state && <StateMark state={state} />}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {kept !== undefined && <Once description={description} item={kept} />}
          <Tabs
            label={description.noun.one}
            tabs={[
              { id: 'overview', label: t('ext.overview') },
              { id: 'settings', label: t('ext.settings') },
            ]}
            current={tab}
            onChange={setTab}
          >
            {tab === 'overview' ? (
              <Overview description={description} item={data} />
            ) : (
              <Settings description={description} item={data} secrets={secrets} onSecrets={() => setSecrets(true)} />
            )}
          </Tabs>
        </>
      )}
    </Page>
  )
}

type Part = 'actions' | 'share' | 'summary'

/** What comes first, by the layout that the extension declares. */
const ORDER: Readonly<Record<string, readonly Part[]>> = {
  sell: ['actions', 'summary', 'share'],
  'get-paid': ['share', 'actions', 'summary'],
  connect: ['summary', 'actions', 'share'],
}

function Overview({ description, item }: { readonly description: Description; readonly item: Item }) {
  const path = (of: string): string => of.replace('{id}', encodeURIComponent(item.id))
  const lists = description.lists.filter(({ of }) => of === 'item')
  const first = lists.find(({ id, kind }) => id === description.entries && kind === 'list')
  const rest = lists.filter((list) => list !== first)
  const entries = first && { list: first, path: path(first.path) }
  const parts: Readonly<Record<Part, ComponentChildren>> = {
    actions: description.actions.length > 0 && (
      <section key="actions" class="item-actions" aria-label={t('ext.actions')}>
        {description.actions.map((action) => (
          <ActionButton key={action.id} action={action} path={path(action.path)} />
        ))}
      </section>
    ),
    share: <ShareBlock key="share" description={description} item={item} />,
    summary: <Summary key="summary" description={description} item={item} entries={entries} />,
  }
  return (
    <div
      class={`item-layout ${description.layout}`}
      // Without the share block: the rows of the grid beside it.
      style={{ '--parts': lists.length + 2 }}
    >
      {(ORDER[description.layout] ?? ORDER['connect'] ?? []).map((part) => parts[part])}
      {[...(first === undefined ? [] : [first]), ...rest].map((list) => (
        <SubList key={list.id} list={list} path={path(list.path)} />
      ))}
    </div>
  )
}

/** Passwords and codes that the service shows only once. */
function Once({ description, item }: { readonly description: Description; readonly item: Item }) {
  const fields = description.fields.filter(({ show, name }) => show === 'once' && typeof item[name] === 'string')
  const around = useAround(item['currency'])
  if (fields.length === 0) return null
  const code = fields.map(({ name }) => String(item[name])).find((value) => value.includes(':'))
  return (
    <section class="stack" aria-label={t('ext.once')}>
      <h2>{t('ext.once')}</h2>
      <p>{t('ext.once-note')}</p>
      {code !== undefined && <QrCode data={code} label={t('ext.code')} />}
      <FieldFacts fields={fields} values={item} around={around} />
    </section>
  )
}
