import { useQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { callAt } from '../../api/call.ts'
import type { Description, FieldShape, Item } from '../../api/extensions.ts'
import { queryClient } from '../../api/query-client.ts'
import { useTask } from '../../parts/use-task.ts'
import { createStore, useStore } from '../../store.ts'

const PAGE_SIZE = 100

export interface Rows<Row> {
  readonly rows: readonly Row[] | undefined
  readonly hasMore: boolean
  readonly error: unknown
  readonly busy: boolean
  retry(): void
  more(): void
}

/** Rows of a list by page. `paged: false`: the service returns all at once. */
export function useRows<Row>(path: string | undefined, paged = true): Rows<Row> {
  const key = ['extension-rows', path]
  const task = useTask()
  const load = async (offset: number, signal?: AbortSignal): Promise<Row[]> => {
    const query = paged ? { limit: PAGE_SIZE, offset } : {}
    return (await callAt('GET', path ?? '', { query }, signal === undefined ? {} : { signal })) as Row[]
  }
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const rows = await load(0, signal)
      return { rows, isWhole: !paged || rows.length < PAGE_SIZE }
    },
    enabled: path !== undefined,
  })
  const more = async (): Promise<void> => {
    const before = data?.rows ?? []
    const next = await load(before.length)
    queryClient.setQueryData(key, { rows: [...before, ...next], isWhole: next.length < PAGE_SIZE })
  }
  return {
    rows: data?.rows,
    hasMore: data?.isWhole === false,
    error: data === undefined ? error : task.error,
    busy: task.busy,
    retry: () => void refetch(),
    more: () => task.run(more),
  }
}

export const useItems = ({ base }: Description) => useRows<Item>(base)

/** One item. `secrets`: with values that the service shows only after a step-up. */
export const useItem = ({ base }: Description, id: string, secrets: boolean) =>
  useQuery({
    queryKey: ['extension-item', base, id, secrets],
    queryFn: async ({ signal }) =>
      (await callAt('GET', `${base}{id}`, { path: { id }, query: secrets ? { secrets } : {} }, { signal })) as Item,
  })

/** Reloads all shown items and lists after a change. */
export async function refreshItems(): Promise<void> {
  await Promise.all(
    ['extension-rows', 'extension-item', 'extension-object'].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  )
}

/** The secrets of a created item; kept in memory until read once. */
const fresh = createStore<Item | undefined>(undefined)

export const keepFresh = (item: Item): void => fresh.set(item)

export function useFresh(id: string): Item | undefined {
  const item = useStore(fresh)
  useEffect(() => () => fresh.set(undefined), [])
  return item?.id === id ? item : undefined
}

/** The item's name: its first column. */
export function titleOf({ columns }: Description, item: Item | undefined): string | undefined {
  const value = columns[0] === undefined ? undefined : item?.[columns[0]]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `/csv/{hash}` with the item's values; undefined if one is missing. */
export function fillPath(path: string, item: Item): string | undefined {
  let isWhole = true
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = item[name]
    if (typeof value !== 'string' || value === '') isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole ? filled : undefined
}

/** Fields shown only with the admin key or after a step-up. */
export const secretFields = ({ fields }: Description): readonly FieldShape[] =>
  fields.filter(({ show }) => show === 'admin')
