import { splitPlace } from '@satchel/page/split-place'
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { session } from '../../api/session.ts'
import { usePublicUrl, useWallet } from '../../api/wallets.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { ShareButton } from '../../parts/share-button.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useStore } from '../../store.ts'

/** The extension that provides Lightning addresses. */
const EXTENSION = 'lnurlp'
const MAX_SAT = 10_000_000
const COMMENT_CHARS = 140

interface Address {
  readonly address: string
  readonly lnurl: string
}
/** `not-here`: the service lacks the extension; `none`: no address was taken yet. */
type Found = Address | 'not-here' | { readonly none: true; readonly isOn: boolean }

/** The person's Lightning address, which anyone can pay any number of times. */
export function MyAddress() {
  const wallet = useWallet()
  const walletId = wallet?.id ?? ''
  const [isNew, setNew] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['address', walletId],
    queryFn: ({ signal }) => findAddress(walletId, signal),
    enabled: wallet !== undefined,
  })
  if (data === undefined)
    return error === null ? <Skeleton /> : <Problem error={error} onRetry={() => void refetch()} />
  if (data === 'not-here') {
    return (
      <EmptyState icon="globe" title={t('address.not-here')}>
        <p>{t('address.not-here-note')}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <p class={isNew ? 'note good' : 'unseen'} role="status">
        {isNew ? t('address.taken') : ''}
      </p>
      {'none' in data ? (
        <TakeName walletId={walletId} isOn={data.isOn} onTaken={() => setNew(true)} />
      ) : (
        <Mine {...data} />
      )}
    </>
  )
}

function Mine({ address, lnurl }: Address) {
  return (
    <div class="code">
      <a class="code-link" href={`lightning:${lnurl}`}>
        <QrCode data={lnurl.toUpperCase()} label={t('receive.open-in-wallet')} />
      </a>
      <p class="address" dir="ltr">
        {address}
      </p>
      <p class="note code-memo">{t('address.note')}</p>
      <div class="row-of-buttons">
        <CopyButton text={address} wide />
        <ShareButton text={address} title={t('receive.my-address')} />
      </div>
    </div>
  )
}

function TakeName({
  walletId,
  isOn,
  onTaken,
}: {
  readonly walletId: string
  readonly isOn: boolean
  readonly onTaken: () => void
}) {
  const me = useStore(session)
  const suggestion = typeof me === 'object' ? toName(me.username ?? '') : ''
  const [name, setName] = useState(suggestion)
  const task = useTask()
  const { host } = new URL(usePublicUrl())
  const take = async (): Promise<void> => {
    await takeName(name, walletId, isOn)
    onTaken()
    await queryClient.invalidateQueries({ queryKey: ['address'] })
  }
  const wrong = isTaken(task.error) ? t('address.name-taken') : fieldError(task.error, 'username')
  return (
    <Form task={task} onSend={take}>
      <p>{t('address.first-note')}</p>
      <Field
        label={t('address.name')}
        hint={t('address.name-hint')}
        value={name}
        onValue={(text) => setName(toName(text))}
        error={wrong}
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        limit={{ max: 64 }}
        required
        ltr
      />
      <p class="address-preview" dir="ltr">
        {`${name === '' ? '…' : name}@${host}`}
      </p>
      <p class="note">{t('address.switches-on')}</p>
      <Submit look="primary" wide disabled={name === ''}>
        {t('address.take')}
      </Submit>
    </Form>
  )
}

/** Extensions put the field's path before the sentence. */
const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && splitPlace(error.detail)[0] === 'body.username: '

/** Drops characters that a name cannot have while it is typed. */
const toName = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9._-]/g, '')

async function findAddress(walletId: string, signal: AbortSignal): Promise<Found> {
  const all = await call('GET /api/v1/extension', { query: { wallet_id: walletId } }, { signal })
  const extension = all.find(({ id }) => id === EXTENSION)
  if (extension === undefined || !extension.available) return 'not-here'
  if (!extension.active) return { none: true, isOn: false }
  const links = await call('GET /lnurlp/api/v1/', { query: { wallet_id: walletId } }, { signal })
  const named = links.filter(({ lightning_address }) => lightning_address !== undefined)
  const mine = named.find(({ wallet }) => wallet === walletId)
  if (mine?.lightning_address === undefined) return { none: true, isOn: true }
  return { address: mine.lightning_address, lnurl: mine.lnurl ?? mine.lightning_address }
}

/** Switches the extension on if needed, and creates its item. */
async function takeName(username: string, walletId: string, isOn: boolean): Promise<void> {
  if (!isOn) await call('PUT /api/v1/extension/{ext_id}', { path: { ext_id: EXTENSION }, body: { active: true } })
  await call('POST /lnurlp/api/v1/', {
    query: { wallet_id: walletId },
    body: { description: username, min: 1, max: MAX_SAT, comment_chars: COMMENT_CHARS, username, wallet: walletId },
  })
}
