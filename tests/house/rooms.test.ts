import { describe, expect, test } from 'vitest'
import { floorOf, ROOMS } from './floors/floors.ts'
import { files, offences } from './source-files.ts'

/** With more files in one folder, a reader does not find the right one. */
const MAX_SOURCES = 30
/** Folders that may have more, each with its reason. */
const LARGER: ReadonlyMap<string, string> = new Map([])

describe.each(Object.entries(ROOMS))('%s', (folder, floors) => {
  const floor = (path: string): number => floorOf(folder, floors, path)
  const own = files.filter(({ path }) => path.startsWith(folder) && path.endsWith('.ts'))
  const roomOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

  test('every file is on a floor, and every floor has files', () => {
    expect(own.filter(({ path }) => floor(path) < 0).map(({ path }) => path)).toEqual([])
    expect(floors.filter((_, at) => !own.some(({ path }) => floor(path) === at))).toEqual([])
  })

  test('every file imports only downwards, never from another room of its floor', () => {
    expect(
      offences(own, (from, to) => {
        if (!to.startsWith(folder) || floor(to) < 0) return false
        return floor(to) < floor(from) || (floor(to) === floor(from) && roomOf(to) !== roomOf(from))
      }),
    ).toEqual([])
  })
})

test(`no folder has more than ${MAX_SOURCES} sources, except those with a reason`, () => {
  const sources = files.filter(({ path }) => !/\.(test|contract)\.ts$/.test(path))
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  const large = [...folders].filter(([, found]) => found.length > MAX_SOURCES).map(([folder]) => folder)
  expect(large).toEqual([...LARGER.keys()])
})
