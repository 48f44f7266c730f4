import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { useWallet, useWallets } from '../../api/wallets.ts'
import { joined } from '../../language/joined.ts'
import { type TextKey, t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Select } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTask } from '../../parts/use-task.ts'
import { PRESET_HINT, PRESET_TEXT, PRESETS } from './presets.ts'
import { TokenFields, useTokenForm } from './token-fields.tsx'

type Asked = AnswerOf<'GET /api/v1/auth/consent'>

const FIELDS = ['client_id', 'redirect_uri', 'scope', 'code_challenge', 'state'] as const

/** Reads the authorization request from the URL; the service validates it. */
function readAddress() {
  const query = new URLSearchParams(location.search)
  const [client_id = '', redirect_uri = '', scope = '', code_challenge = '', state] = FIELDS.map(
    (name) => query.get(name) ?? undefined,
  )
  return {
    client_id,
    redirect_uri,
    scope,
    code_challenge,
    // The service accepts no other value.
    code_challenge_method: (query.get('code_challenge_method') ?? '') as 'S256',
    response_type: (query.get('response_type') ?? '') as 'code',
    ...(state !== undefined && { state }),
  }
}

/** A program requests a token: the person chooses wallet, budget and expiry, or denies it. */
export function Consent() {
  const [request] = useState(readAddress)
  const { data, error } = useQuery({
    queryKey: ['consent', request],
    queryFn: ({ signal }) => call('GET /api/v1/auth/consent', { query: request }, { signal }),
    retry: false,
  })
  return (
    <Page title={t('consent.title')}>
      {data !== undefined ? (
        <Question asked={data} request={request} />
      ) : error === null ? (
        <Skeleton />
      ) : (
        <>
          <EmptyState icon="warning" title={t('consent.wrong')}>
            <p>{t('consent.wrong-note')}</p>
          </EmptyState>
          <Faults error={error} />
        </>
      )}
    </Page>
  )
}

/** Errors of the request, by its parameter names, for the developer of the program. */
function Faults({ error }: { readonly error: unknown }) {
  const faults = error instanceof ApiError ? error.errors.flatMap(({ loc }) => FAULTS[String(loc.at(-1))] ?? []) : []
  if (faults.length === 0) return <Problem error={error} />
  return (
    <div role="alert">
      <ul>
        {[...new Set(faults)].map((fault) => (
          <li key={fault}>{t(fault)}</li>
        ))}
      </ul>
    </div>
  )
}

const FAULTS: Readonly<Record<string, TextKey>> = {
  client_id: 'consent.fault-client',
  redirect_uri: 'consent.fault-redirect',
  scope: 'consent.fault-scope',
  code_challenge: 'consent.fault-challenge',
  code_challenge_method: 'consent.fault-method',
  response_type: 'consent.fault-type',
  state: 'consent.fault-state',
}

function Question({ asked, request }: { readonly asked: Asked; readonly request: ReturnType<typeof readAddress> }) {
  const { client_name: name, is_address: isAddress, redirect_uri: goesTo, may_spend: canSpend, scopes } = asked
  const wallets = useWallets().data ?? []
  const first = useWallet()?.id
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const wallet = chosen ?? first
  const state = useTokenForm(canSpend, { life: 'year' })
  const task = useTask()
  const { wish } = state
  const allow = async (): Promise<void> => {
    if (wallet === undefined || wish === undefined) return
    const { budget, minutes } = wish
    const { redirect_to: address } = await call('POST /api/v1/auth/consent', {
      body: {
        ...request,
        wallet_id: wallet,
        ...(budget !== undefined && { budget_sats: budget.sats, budget_period: budget.period }),
        ...(minutes !== undefined && { expires_in_minutes: minutes }),
      },
    })
    location.assign(address)
  }
  return (
    <Form task={task} onSend={allow}>
      <p>{t(isAddress ? 'consent.asks' : 'consent.asks-by-name', { name })}</p>
      <List label={t('connect.rights')}>
        {PRESETS.filter((preset) => scopes.includes(preset)).map((preset) => (
          <TextRow key={preset} icon="check" title={PRESET_TEXT[preset]()} note={PRESET_HINT[preset]()} />
        ))}
      </List>
      <Facts>
        <Fact name={t('consent.goes-to')} ltr>
          {goesTo}
        </Fact>
      </Facts>
      <Select
        label={t('consent.wallet')}
        value={wallet ?? ''}
        options={wallets.map((each) => ({
          value: each.id,
          label: joined([each.name, satText(msatOf(each.balance))]),
        }))}
        onValue={setChosen}
      />
      <TokenFields state={state} canSpend={canSpend} mustLimit />
      <p class="note">{t('consent.only-if')}</p>
      <Submit look="primary" icon="check" wide disabled={wallet === undefined || wish === undefined}>
        {t('consent.allow')}
      </Submit>
      <Button wide onClick={() => location.assign(asked.denied_url)}>
        {t('consent.deny')}
      </Button>
    </Form>
  )
}
