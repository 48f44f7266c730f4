import type { Description, FieldShape, Item, ListShape } from '../../../api/extensions.ts'
import { joined } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import { fieldText } from '../field-text.ts'
import { useRows } from '../items.ts'
import { useAround } from '../use-around.ts'
import { type Sums, sumsOf } from './sums.ts'

interface SummaryProps {
  readonly description: Description
  readonly item: Item
  /** The list whose rows are added up, and its path. */
  readonly entries: { readonly list: ListShape; readonly path: string } | undefined
}

/** Today, the total and the figures of an item, and how much of its limits is used. */
export function Summary({ description, item, entries }: SummaryProps) {
  const { rows, hasMore } = useRows<Item>(entries?.path, entries?.list.paged)
  const around = useAround(item['currency'])
  const named = (name: string): FieldShape | undefined => description.fields.find((field) => field.name === name)
  const figures = description.figures.flatMap((name) => {
    const field = named(name)
    const text = field && fieldText(field, item[name], around)
    return field === undefined || text === undefined ? [] : [{ name: field.label, text }]
  })
  const hasAmount = description.figures.some((name) => AMOUNTS.has(named(name)?.type ?? ''))
  const sums = entries && rows ? sumsOf(entries.list, rows, !hasMore) : undefined
  const sold = sums === undefined || entries === undefined ? [] : sumTexts(entries.list, sums, !hasAmount, around)
  const meters = metersOf(description, item)
  if (sold.length + figures.length + meters.length === 0) return null
  return (
    <section class="summary" aria-label={t('ext.summary')}>
      {sold.length + figures.length > 0 && (
        <dl class="figures">
          {[...sold, ...figures].map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {meters.map((meter) => (
        <Meter key={meter.id} {...meter} around={around} />
      ))}
    </section>
  )
}

const AMOUNTS: ReadonlySet<string> = new Set(['sat', 'msat', 'money'])

/** `Today: 1,200 sat`, where the rows have a time and an amount in satoshis. */
function sumTexts(
  { row, fields }: ListShape,
  { today, all }: Sums,
  withTotal: boolean,
  around: ReturnType<typeof useAround>,
) {
  const field = fields.find(({ name }) => name === row.amount)
  if (field === undefined || row.time === undefined || field.type === 'money') return []
  const text = (sum: Sums['all']): string | undefined => sum && fieldText(field, sum.amount, around)
  return [
    { name: t('ext.today'), text: text(today) },
    { name: t('ext.total'), text: withTotal ? text(all) : undefined },
  ].flatMap(({ name, text: shown }) => (shown === undefined ? [] : [{ name, text: shown }]))
}

interface MeterShape {
  readonly id: string
  readonly field: FieldShape
  /** Tells several limits apart: `1 day`. */
  readonly about: readonly { readonly field: FieldShape; readonly value: unknown }[]
  readonly used: number
  readonly limit: number
}

function metersOf({ meters, fields }: Description, item: Item): readonly MeterShape[] {
  return meters.flatMap(({ list, used, limit }) => {
    const within = list === undefined ? fields : (fields.find(({ name }) => name === list)?.of ?? [])
    const rows = list === undefined ? [item] : item[list]
    const field = within.find(({ name }) => name === limit)
    if (!Array.isArray(rows) || field === undefined) return []
    return (rows as readonly Readonly<Record<string, unknown>>[]).flatMap((row, index) => {
      const [part = 0, whole] = [row[used], row[limit]]
      if (typeof part !== 'number' || typeof whole !== 'number' || whole <= 0) return []
      const others = list === undefined ? [] : within.filter(({ server, name }) => !server && name !== limit)
      const about = others.map((other) => ({ field: other, value: row[other.name] }))
      return [{ id: `${list ?? ''}${limit}${index}`, field, about, used: part, limit: whole }]
    })
  })
}

function Meter({ field, about, used, limit, around }: MeterShape & { readonly around: ReturnType<typeof useAround> }) {
  const text = (value: number): string => fieldText(field, value, around) ?? ''
  const label = joined([field.label, ...about.map((one) => fieldText(one.field, one.value, around))])
  const value = t('ext.used-of', { used: text(used), limit: text(limit) })
  return (
    <div class="limit">
      <p>
        <span>{label}</span> <b>{value}</b>
      </p>
      <progress max={limit} value={Math.min(used, limit)} aria-label={label} aria-valuetext={value} />
    </div>
  )
}
