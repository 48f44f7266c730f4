import { useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.ts'
import { call, callAt } from '../../api/call.ts'
import { type ExtensionRow, refreshExtensions } from '../../api/extensions.ts'
import { session } from '../../api/session.ts'
import { joined } from '../../language/joined.ts'
import { locale, t } from '../../language/language.ts'
import { sentenceOf } from '../../language/permission-sentence.ts'
import { satToMsat } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { Banner } from '../../parts/banner.tsx'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import { useStore } from '../../store.ts'
import { Govern } from './govern.tsx'

interface Due {
  readonly amount: number
  readonly description: string
  readonly payment_request: string
  readonly payment_hash: string
}

/** An extension's purpose and permissions, with its switch. */
export function SwitchOn({ row }: { readonly row: ExtensionRow }) {
  const me = useStore(session)
  const isSuperUser = typeof me === 'object' && me.is_super_user
  return (
    <Page title={row.name} back={row.active ? `/apps/${row.id}` : '/apps'}>
      <p dir="auto">{row.short_description}</p>
      {!row.runs && <Banner icon="warning">{t('ext.cannot-run')}</Banner>}
      {row.runs && !row.available && (
        <Banner icon="warning">{row.compatible ? t('ext.not-here') : t('ext.not-compatible')}</Banner>
      )}
      <section class="stack" aria-label={t('ext.permissions')}>
        <h2>{t('ext.permissions')}</h2>
        <List>
          {row.permissions.map((permission) => (
            <TextRow
              key={permission.id}
              icon={permission.id === 'spend' ? 'warning' : 'check'}
              title={sentenceOf(permission)}
              note={
                row.builtin && !locale().startsWith('en') ? undefined : (
                  <span lang="en" dir="auto">
                    {permission.reason}
                  </span>
                )
              }
            />
          ))}
          {row.permissions.length === 0 && <TextRow icon="check" title={t('ext.may-nothing')} />}
        </List>
      </section>
      <Facts>
        <Fact name={t('ext.risk')}>{riskOf(row.risk)}</Fact>
        <Fact name={t('ext.version')} ltr>
          {row.version}
        </Fact>
        <Fact name={t('ext.source')}>{row.builtin ? t('ext.built-in') : row.source_repo}</Fact>
        {row.pay_to_enable !== null && (
          <Fact name={t('ext.price')}>{satText(satToMsat(row.pay_to_enable.amount))}</Fact>
        )}
      </Facts>
      {row.runs && row.available && <Toggle row={row} />}
      {isSuperUser && !row.builtin && <Govern row={row} />}
    </Page>
  )
}

function riskOf(risk: number): string {
  if (risk <= 1) return t('ext.risk-lowest')
  if (risk === 2) return t('ext.risk-low')
  if (risk === 3) return t('ext.risk-medium')
  return risk === 4 ? t('ext.risk-high') : t('ext.risk-highest')
}

function Toggle({ row }: { readonly row: ExtensionRow }) {
  const task = useTask()
  const [due, setDue] = useState<Due | undefined>(undefined)
  const go = useGo()
  const set = async (active: boolean, paymentHash?: string): Promise<void> => {
    const body = { active, ...(paymentHash !== undefined && { payment_hash: paymentHash }) }
    try {
      await call('PUT /api/v1/extension/{ext_id}', { path: { ext_id: row.id }, body })
    } catch (error) {
      const asked = dueOf(error)
      if (asked === undefined || paymentHash !== undefined) throw error
      return setDue(asked)
    }
    await refreshExtensions()
    say(t(active ? 'ext.is-on' : 'ext.is-off', { name: row.name }), 'good')
    go(active ? `/apps/${row.id}` : '/apps', { replace: true })
    // Push the new item's form on top of the list, so that Back leads there.
    if (active && (await hasNone(row.id))) go(`/apps/${row.id}/new`)
  }
  if (row.active) {
    return (
      <>
        <p class="quiet-text">{t('ext.off-note')}</p>
        <Problem error={task.error} />
        <Button look="danger" wide busy={task.busy} onClick={() => task.run(async () => set(false))}>
          {t('ext.switch-off')}
        </Button>
      </>
    )
  }
  return (
    <>
      {due !== undefined && <Payment due={due} />}
      <Problem error={task.error} />
      <Button look="primary" wide busy={task.busy} onClick={() => task.run(async () => set(true, due?.payment_hash))}>
        {due === undefined ? t('ext.switch-on') : t('ext.paid-switch-on')}
      </Button>
    </>
  )
}

/** True if the person has no item of the extension. */
async function hasNone(extId: string): Promise<boolean> {
  const items = await callAt('GET', `/${extId}/api/v1/`, { query: { limit: 1 } }).catch(() => undefined)
  return Array.isArray(items) && items.length === 0
}

const dueOf = (error: unknown): Due | undefined =>
  error instanceof ApiError && error.status === 402 ? (error.body as { readonly payment?: Due }).payment : undefined

/** Paid by the person from any wallet; the service does not pay. */
function Payment({ due }: { readonly due: Due }) {
  return (
    <section class="stack" aria-label={t('ext.pay-first')}>
      <h2>{t('ext.pay-first')}</h2>
      <p>{joined([satText(satToMsat(due.amount)), due.description])}</p>
      <QrCode data={due.payment_request.toUpperCase()} label={t('ext.code')} />
      <CopyButton text={due.payment_request} wide />
    </section>
  )
}
