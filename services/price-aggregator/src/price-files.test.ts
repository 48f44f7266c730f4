import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '@satchel/http/log'
import { SILENT_LOG } from '@satchel/http/log'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPriceFiles } from './price-files.ts'
import { createPriceHistory } from './price-history.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-files-'))
})
afterEach(async () => {
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true })
})

const cycle = (at: number) => ({ at, currencies: { USD: [at, at, at] as const } })
const snapshot = {
  completedAt: 7,
  cells: [{ source: 'source_a', currency: 'USD', price: 5, updatedAt: 6, tradedAt: null }],
}

async function saved(...ats: number[]) {
  const files = createPriceFiles(folder, SILENT_LOG)
  const history = createPriceHistory(await files.readHistory())
  for (const at of ats) {
    history.add(cycle(at))
    files.save(history, cycle(at), snapshot)
    await files.close()
  }
  return createPriceFiles(folder, SILENT_LOG)
}

test('history and snapshot survive a restart, and another one', async () => {
  await saved(1, 2)
  const files = await saved(3)
  expect(await files.readHistory()).toEqual([cycle(1), cycle(2), cycle(3)])
  expect(await files.readSnapshot()).toEqual(snapshot)
})

test('cycles that come while the disk is busy are written once each', async () => {
  const files = createPriceFiles(folder, SILENT_LOG)
  const history = createPriceHistory()
  for (const at of [1, 2, 3, 4]) {
    history.add(cycle(at))
    files.save(history, cycle(at), snapshot)
    if (at === 2) await new Promise((resolve) => setImmediate(resolve))
  }
  await files.close()
  expect(await files.readHistory()).toEqual([1, 2, 3, 4].map(cycle))
})

test('a line cut by a crash loses that line only', async () => {
  await saved(1, 2)
  const path = join(folder, 'price-history.jsonl')
  await writeFile(path, `[0,{"USD":[1,nul\n${await readFile(path, 'utf8')}[3,{"US`)
  expect(await createPriceFiles(folder, SILENT_LOG).readHistory()).toEqual([cycle(1), cycle(2)])
})

test('a broken or missing snapshot is ignored', async () => {
  const files = createPriceFiles(folder, SILENT_LOG)
  expect(await files.readSnapshot()).toBeUndefined()
  await writeFile(join(folder, 'price-snapshot.json'), '{"completedAt":')
  expect(await files.readSnapshot()).toBeUndefined()
})

test('a folder that cannot be written causes one warning and nothing else', async () => {
  const warnings: string[] = []
  const log: Log = { ...SILENT_LOG, warn: (_facts, message) => warnings.push(message) }
  await writeFile(join(folder, 'a-file'), '')
  const files = createPriceFiles(join(folder, 'a-file', 'below'), log)
  const history = createPriceHistory()
  for (const at of [1, 2, 3]) {
    history.add(cycle(at))
    files.save(history, cycle(at), snapshot)
    await files.close()
  }
  expect(warnings).toEqual(['PRICES_DATA_FOLDER cannot be written; history stays in memory'])
  expect(history.cycles).toHaveLength(3)
})
