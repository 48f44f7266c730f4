import { useQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { download } from '../../api/call.ts'
import type { Description, Item } from '../../api/extensions.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { print } from '../../parts/print.ts'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { fillPath, titleOf, useItem, useItems } from './items.ts'
import { valueOfCode } from './layout/value-of-code.ts'
import { useAround } from './use-around.ts'
import { voucherAmount } from './voucher-amount.ts'

interface Card {
  readonly title: string
  readonly code: string
  /** The amount that the code pays. */
  readonly amount?: string | undefined
}

/** Codes to print and cut: of all items, of one, or the vouchers of one. */
export function PrintCodes({ description, id }: { readonly description: Description; readonly id?: string }) {
  return id === undefined ? <OfAll description={description} /> : <OfOne description={description} id={id} />
}

function OfAll({ description }: { readonly description: Description }) {
  const { rows, error, retry } = useItems(description)
  const cards = rows?.flatMap((item) => cardOf(description, item))
  return <Sheet title={description.noun.many} extId={description.id} cards={cards} error={error} onRetry={retry} />
}

function cardOf(description: Description, item: Item): Card[] {
  const code = valueOfCode(item)
  return code === undefined ? [] : [{ title: titleOf(description, item) ?? item.id, code }]
}

function OfOne({ description, id }: { readonly description: Description; readonly id: string }) {
  const item = useItem(description, id, false)
  const link = description.links.find(({ kind }) => kind === 'print')
  const path = item.data === undefined || link?.path === undefined ? undefined : fillPath(link.path, item.data)
  const title = titleOf(description, item.data) ?? description.noun.one
  const file = useQuery({
    queryKey: ['extension-vouchers', path],
    queryFn: async () => cardsOfCsv(await (await download(path ?? '')).text(), title),
    enabled: path !== undefined,
    gcTime: 0,
  })
  const around = useAround(item.data?.['currency'])
  const amount = item.data && voucherAmount(description, item.data, around)
  const error = item.error ?? file.error
  const vouchers = file.data?.map((card) => ({ ...card, amount }))
  const own = link === undefined && item.data !== undefined ? cardOf(description, item.data) : undefined
  return (
    <Sheet
      title={title}
      extId={description.id}
      cards={own ?? vouchers}
      error={error ?? undefined}
      onRetry={() => void Promise.all([item.refetch(), file.refetch()])}
    />
  )
}

/** A CSV line per voucher, its code in the last column. */
function cardsOfCsv(text: string, title: string): Card[] {
  return text
    .split(/\r?\n/)
    .map((line) => (line.split(',').at(-1) ?? '').replaceAll('"', '').trim())
    .filter((code) => /^lnurl1/i.test(code))
    .map((code, index) => ({ title: `${title} ${index + 1}`, code: code.toUpperCase() }))
}

function Sheet({
  title,
  extId,
  cards,
  error,
  onRetry,
}: {
  readonly title: string
  readonly extId: string
  readonly cards: readonly Card[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
}) {
  const isDrawn = cards !== undefined && cards.length > 0
  useEffect(() => {
    if (isDrawn) print('main')
  }, [isDrawn])
  return (
    <Page title={title} back={`/apps/${extId}`}>
      {cards === undefined ? (
        error === undefined || error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={onRetry} />
        )
      ) : cards.length === 0 ? (
        <EmptyState icon="print" title={t('ext.nothing-yet')} />
      ) : (
        <>
          <Button icon="print" look="primary" wide onClick={() => print('main')}>
            {t('ext.print')}
          </Button>
          <ul class="code-sheet">
            {cards.map(({ title: name, code, amount }) => (
              <li key={code}>
                <QrCode data={code} label={name} />
                {amount !== undefined && (
                  <p>
                    <b>{amount}</b>
                  </p>
                )}
                <p dir="auto">{name}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}
