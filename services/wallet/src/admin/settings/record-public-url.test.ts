import { type Log, SILENT_LOG } from '@satchel/http/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { recordPublicUrl } from './record-public-url.ts'

const [FIRST, SECOND, THIRD] = ['https://pay.example', 'https://wallet.example', 'https://third.example']

describe.each(LOGIC_DIALECTS)('the record of public URLs, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_PUBLIC_URL: FIRST } })
  })
  afterAll(() => world.close())

  const warnings: unknown[] = []
  const log: Log = { ...SILENT_LOG, warn: (facts: object) => void warnings.push(facts) }
  const record = (publicUrl: string) =>
    recordPublicUrl({ db: world.db, clock: () => world.nowSeconds() * 1000, log }, publicUrl)

  test('each start adds its URL once, also two processes at the same time, and only a new one is logged', async () => {
    expect(await record(FIRST)).toEqual([FIRST])
    expect(warnings).toEqual([])
    const both = await Promise.all([record(SECOND), record(SECOND)])
    for (const recorded of both) expect([FIRST, SECOND]).toEqual(expect.arrayContaining([...recorded]))
    expect(warnings).toContainEqual({ former: [FIRST], present: SECOND })
    await world.restart({ SERVICE_PUBLIC_URL: THIRD })
    warnings.length = 0
    expect(await record(FIRST)).toEqual([FIRST, THIRD, SECOND])
    expect(warnings).toEqual([])
  })
})
