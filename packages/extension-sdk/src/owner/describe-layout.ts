import type { AnyExtension } from '../extension.ts'
import type { OwnerCategory, OwnerLayout } from './owner.ts'
import type { DescribedField, DescribedList, DescribedRow, OwnerDescription } from './owner-description.ts'

type Layout = Pick<OwnerDescription, 'layout' | 'state' | 'figures' | 'meters' | 'entries'>

/** The layout of an item's page: what the extension declares, else what the names and types of its fields suggest. */
export function describeLayout(
  extension: AnyExtension,
  fields: readonly DescribedField[],
  lists: readonly DescribedList[],
): Layout {
  const { owner } = extension
  const state = owner?.state ?? stateOf(fields)
  const entries = owner?.entries ?? lists.find(({ of, kind }) => of === 'item' && kind === 'list')?.id
  return {
    layout: layoutOf(extension),
    ...(state !== undefined && { state }),
    figures: owner?.figures ?? figuresOf(fields),
    meters: owner?.meters ?? [],
    ...(entries !== undefined && { entries }),
  }
}

const OF_CATEGORY: Readonly<Record<OwnerCategory, OwnerLayout>> = {
  shop: 'sell',
  receive: 'get-paid',
  pay: 'get-paid',
  identity: 'get-paid',
  connect: 'connect',
  device: 'connect',
  automate: 'connect',
}

/** A package without a category that makes invoices gets paid. */
export function layoutOf({ owner, manifest }: Pick<AnyExtension, 'owner' | 'manifest'>): OwnerLayout {
  if (owner?.layout !== undefined) return owner.layout
  if (owner?.category !== undefined) return OF_CATEGORY[owner.category]
  return manifest.permissions.some(({ id }) => id === 'receive') ? 'get-paid' : 'connect'
}

/** Choices before switches. */
const STATES = ['status', 'state', 'stage', 'paid', 'revoked', 'canceled', 'disabled', 'enabled', 'enable', 'active']

const stateOf = (fields: readonly DescribedField[]): string | undefined =>
  STATES.find((name) => {
    const field = fields.find((each) => each.name === name)
    return field?.type === 'bool' || field?.options !== undefined
  })

const MAX_FIGURES = 3
const AMOUNTS: ReadonlySet<string> = new Set(['sat', 'msat', 'money'])

/** Amounts before counts; not numbers that are times. */
function figuresOf(fields: readonly DescribedField[]): readonly string[] {
  const shown = fields.filter(({ server, show }) => server && (show === 'owner' || show === 'public'))
  const amounts = shown.filter(({ type }) => AMOUNTS.has(type))
  const counts = shown.filter(({ type, name, as }) => type === 'int' && as === undefined && !isTimeName(name))
  const lastUse = shown.filter(({ name }) => /^last_.*_at$/.test(name))
  return [...amounts, ...counts, ...lastUse].slice(0, MAX_FIGURES).map(({ name }) => name)
}

const isTimeName = (name: string): boolean => /(?:^|_)(?:time|at|until|on)$/.test(name)

/** The fields of a row by name and type: its amount in satoshis first, for a currency may differ from row to row. */
export function describeRow(fields: readonly DescribedField[]): DescribedRow {
  const state = stateOf(fields)
  const time = fields.find(({ name, type }) => isTimeName(name) && (type === 'text' || type === 'int'))?.name
  const amount = ['sat', 'msat', 'money'].flatMap((type) => fields.filter((each) => each.type === type))[0]?.name
  const title = fields.find(
    ({ name, type, as, options }) =>
      type === 'text' && as === undefined && options === undefined && !UNTITLED.has(name) && !isTimeName(name),
  )?.name
  return {
    ...(title !== undefined && { title }),
    ...(amount !== undefined && { amount }),
    ...(time !== undefined && { time }),
    ...(state !== undefined && { state }),
  }
}

/** Names for machines. */
const UNTITLED: ReadonlySet<string> = new Set(['id', 'payment_hash', 'event', 'txid'])
