import { expect, test } from 'vitest'
import { createNewestFirstReader, inOrder, type ListedRow } from './newest-first.ts'

const MINUTE = 60_000

/** A list that others write to; two rows a page. Older rows are deeper. */
function openList(rows: ListedRow[] = []) {
  let reads = 0
  let broken = false
  const reader = createNewestFirstReader(async (next) => {
    reads += 1
    if (broken) throw new Error('no answer')
    const newestFirst = rows.toSorted((one, other) => other.atMs - one.atMs)
    const begin = next === undefined ? 0 : newestFirst.findIndex(({ id }) => id === next) + 1
    const page = newestFirst.slice(begin, begin + 2)
    return { rows: page, next: begin + 2 < newestFirst.length ? page.at(-1)?.id : undefined }
  })
  return {
    rows,
    since: async (fromMs: number) => (await reader.since(fromMs)).map(({ id }) => id),
    break(isBroken: boolean) {
      broken = isBroken
    },
    /** How many pages have been read since the last time. */
    reads() {
      const sofar = reads
      reads = 0
      return sofar
    },
  }
}

const row = (minute: number): ListedRow => ({ id: `at ${minute}`, atMs: minute * MINUTE })
const minutes = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `at ${from + index}`)

test('all rows from a time on are listed oldest first, over any number of pages', async () => {
  const list = openList(Array.from({ length: 20 }, (_, minute) => row(minute)))
  expect(await list.since(7 * MINUTE)).toEqual(minutes(7, 19))
  expect(list.reads()).toBe(7)
})

test('a backlog is walked through once; afterwards only new rows are read', async () => {
  const list = openList(Array.from({ length: 40 }, (_, minute) => row(minute)))
  await list.since(0)
  list.reads()
  list.rows.push(row(40))
  expect(await list.since(5 * MINUTE)).toEqual(minutes(5, 40))
  expect(list.reads()).toBeLessThanOrEqual(2)
})

test('a row that is recorded slightly late, behind newer ones, is found', async () => {
  const list = openList([row(1), row(2), row(3)])
  await list.since(0)
  list.rows.push({ id: 'late', atMs: 2.5 * MINUTE })
  expect(await list.since(0)).toEqual(['at 1', 'at 2', 'late', 'at 3'])
})

test('a call for an earlier time than before lists everything from then on', async () => {
  const list = openList(Array.from({ length: 10 }, (_, minute) => row(minute)))
  expect(await list.since(8 * MINUTE)).toEqual(minutes(8, 9))
  expect(await list.since(3 * MINUTE)).toEqual(minutes(3, 9))
})

test('a scan that breaks off starts again and skips nothing', async () => {
  const list = openList([row(1), row(2)])
  expect(await list.since(0)).toEqual(minutes(1, 2))
  list.rows.push(...[3, 4, 5, 6, 7, 8].map(row))
  list.break(true)
  await expect(list.since(0)).rejects.toThrow('no answer')
  list.break(false)
  expect(await list.since(0)).toEqual(minutes(1, 8))
})

test('two concurrent calls share one scan', async () => {
  const list = openList([row(1), row(2)])
  expect(await Promise.all([list.since(0), list.since(0)])).toEqual([minutes(1, 2), minutes(1, 2)])
  expect(list.reads()).toBe(1)
})

test('rows of the same time keep their order', () => {
  expect(inOrder([{ atMs: 5 }, { atMs: 5 }, { atMs: 5 }, { atMs: 9 }]).map(({ atMs }) => atMs)).toEqual([5, 6, 7, 9])
})
