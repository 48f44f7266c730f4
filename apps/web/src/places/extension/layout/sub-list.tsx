import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { callAt } from '../../../api/call.ts'
import type { ActionShape, ListShape } from '../../../api/extensions.ts'
import { shortTime } from '../../../language/dates.ts'
import { joined, named } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { ButtonRow, List } from '../../../parts/list-row.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { ActionButton } from '../action-button.tsx'
import { FieldFacts } from '../field-facts.tsx'
import { type Around, fieldText } from '../field-text.ts'
import { useRows } from '../items.ts'
import { useAround } from '../use-around.ts'
import { StateMark } from './state-mark.tsx'
import { stateOf, timeOf } from './state-of.ts'

type Row = Readonly<Record<string, unknown>>

/** A list below an item or the extension, such as tickets or sales. */
export function SubList({ list, path }: { readonly list: ListShape; readonly path: string }) {
  const onList = list.actions.filter(({ of }) => of !== 'row')
  return (
    <section class="stack" aria-label={list.label}>
      <h2>{list.label}</h2>
      {list.kind === 'object' ? <OneObject list={list} path={path} /> : <ManyRows list={list} path={path} />}
      {list.kind === 'list' && onList.map((action) => <ActionButton key={action.id} action={action} path={path} />)}
    </section>
  )
}

function OneObject({ list, path }: { readonly list: ListShape; readonly path: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['extension-object', path],
    queryFn: async ({ signal }) => (await callAt('GET', path, {}, { signal })) as Row,
  })
  const around = useAround(data?.['currency'])
  if (data === undefined)
    return error === null ? <Skeleton /> : <Problem error={error} onRetry={() => void refetch()} />
  return (
    <>
      <FieldFacts fields={list.fields} values={data} around={around} />
      {list.actions.map((action) => (
        <ActionButton key={action.id} action={action} path={path} start={data} />
      ))}
    </>
  )
}

function ManyRows({ list, path }: { readonly list: ListShape; readonly path: string }) {
  const { rows, hasMore, more, busy, error, retry } = useRows<Row>(path, list.paged)
  const around = useAround(undefined)
  const [open, setOpen] = useState<number | undefined>(undefined)
  const [showsAll, setShowsAll] = useState(false)
  if (rows === undefined) return error === null ? <Skeleton lines={1} /> : <Problem error={error} onRetry={retry} />
  if (rows.length === 0) return <p class="quiet-text">{t('ext.nothing-yet')}</p>
  const chosen = open === undefined ? undefined : rows[open]
  return (
    <>
      <List label={list.label}>
        {(showsAll ? rows : rows.slice(0, FIRST)).map((row, index) => (
          <ButtonRow
            key={nameOf(row, 'id') || index}
            {...rowTexts(list, row, { ...around, currency: row['currency'] })}
            onClick={() => setOpen(index)}
          />
        ))}
      </List>
      <Problem error={error ?? undefined} onRetry={more} />
      {(hasMore || (!showsAll && rows.length > FIRST)) && (
        <Button wide busy={busy} onClick={showsAll ? more : () => setShowsAll(true)}>
          {t('ext.more')}
        </Button>
      )}
      {chosen !== undefined && (
        <RowDialog list={list} row={chosen} path={path} around={around} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** Further rows are shown on request. */
const FIRST = 5
const HIDDEN = new Set(['id', 'payment_hash', 'currency'])

/** Its title and further values, its time, its amount and its state. */
function rowTexts({ fields, row: shape }: ListShape, row: Row, around: Around) {
  const texts = fields.flatMap((field) => {
    const { name, type } = field
    const isElsewhere = name === shape.amount || name === shape.time || name === shape.state
    if (isElsewhere || HIDDEN.has(name) || type === 'json' || type === 'list' || row[name] === false) return []
    const text = fieldText(field, row[name], around)
    if (text === undefined) return []
    const isTitle = name === shape.title
    return [
      { isTitle, text: isTitle || (type === 'text' && field.options === undefined) ? text : named(field.label, text) },
    ]
  })
  const amount = fields.find(({ name }) => name === shape.amount)
  const amountText = amount && fieldText(amount, row[amount.name], around)
  const time = timeOf(row[shape.time ?? ''])
  const timeText = time === undefined ? undefined : shortTime(time)
  const state = stateOf(fields, shape.state, row)
  const own = texts.find(({ isTitle }) => isTitle) ?? (amountText === undefined ? texts[0] : undefined)
  const rest = texts.filter((each) => each !== own).map(({ text }) => text)
  return {
    title: own?.text ?? amountText ?? timeText ?? nameOf(row, 'id'),
    note: joined([timeText, ...rest.slice(0, 2)]) || undefined,
    end: (
      <>
        {own !== undefined && amountText !== undefined && <b>{amountText}</b>}
        {state !== undefined && <StateMark state={state} />}
      </>
    ),
  }
}

function RowDialog({
  list,
  row,
  path,
  around,
  onClose,
}: {
  readonly list: ListShape
  readonly row: Row
  readonly path: string
  readonly around: Around
  readonly onClose: () => void
}) {
  const actions = list.actions.filter(({ of }) => of === 'row')
  return (
    <Dialog title={list.label} onClose={onClose}>
      <FieldFacts fields={list.fields} values={row} around={{ ...around, currency: row['currency'] }} />
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} path={rowPath(action, path, row)} start={row} onDone={onClose} />
      ))}
    </Dialog>
  )
}

const nameOf = (row: Row, field: string): string => {
  const value = row[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** `…/tickets` → `…/tickets/{ticket}/register` with the row's id. */
function rowPath({ path, row: named }: ActionShape, listPath: string, row: Row): string {
  const [base = '', query] = listPath.split('?')
  const below = named === undefined ? '' : path.slice(path.indexOf(`/{${named.param}}`))
  const name = encodeURIComponent(nameOf(row, named?.field ?? 'id'))
  const full = `${base}${below.replace(`{${named?.param ?? ''}}`, name)}`
  return query === undefined ? full : `${full}?${query}`
}
