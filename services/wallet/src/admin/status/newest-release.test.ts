import { SILENT_LOG } from '@satchel/http/log'
import type { OutboundAnswer } from '@satchel/outbound/outbound'
import { expect, test } from 'vitest'
import { createNewestRelease } from './newest-release.ts'

/** The answers of the server, one a request. */
function openRelease(answers: readonly (string | OutboundAnswer)[]) {
  const asked: string[] = []
  let now = 0
  const find = createNewestRelease({
    releaseUrl: 'https://releases.example/newest.json',
    version: '0.23.0',
    clock: () => now,
    log: SILENT_LOG,
    outbound: {
      request: async ({ url }) => {
        const answer = answers[asked.push(url) - 1] ?? ''
        if (typeof answer !== 'string') return answer
        return { kind: 'answered', status: 200, headers: {}, body: Buffer.from(answer) }
      },
    },
  })
  return {
    asked,
    find,
    pass(seconds: number) {
      now += seconds * 1000
    },
  }
}

test.each([
  ['{"version":"0.24.0"}', '0.24.0'],
  ['{"tag_name":"v0.24.0","name":"October"}', '0.24.0'],
  ['{"version":"0.23.0"}', null],
  ['{"version":"0.22.9"}', null],
  ['{"version":"0.24.0-rc.1"}', '0.24.0-rc.1'],
])('%s: newer is %s', async (answer, newer) => {
  expect(await openRelease([answer]).find()).toEqual({ isAsked: true, checkedAt: 0, newer })
})

test.each([
  ['no JSON', 'latest'],
  ['no version', '{"version":24}'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['no version of semver', '{"version":"<b>new</b>"}'],
  ['an error', { kind: 'answered', status: 404, headers: {}, body: Buffer.from('{"version":"9.0.0"}') } as const],
  ['a blocked address', { kind: 'blocked', reason: 'address', message: 'private' } as const],
])('%s: nothing is known', async (_what, answer) => {
  expect(await openRelease([answer]).find()).toEqual({ isAsked: true, checkedAt: null, newer: null })
})

test('without an address nothing is asked', async () => {
  const none = createNewestRelease({
    releaseUrl: undefined,
    version: '0.23.0',
    clock: () => 0,
    log: SILENT_LOG,
    outbound: { request: () => Promise.reject(new Error('asked')) },
  })
  expect(await none()).toEqual({ isAsked: false, checkedAt: null, newer: null })
})

test('it is asked at most once a day, also after a failure, and the last answer stays', async () => {
  const release = openRelease(['{"version":"0.24.0"}', 'broken', '{"version":"0.25.0"}'])
  const newer = async () => (await release.find()).newer
  expect([await newer(), await newer(), release.asked.length]).toEqual(['0.24.0', '0.24.0', 1])
  release.pass(86_399)
  expect([await newer(), release.asked.length]).toEqual(['0.24.0', 1])
  release.pass(1)
  expect([await newer(), await newer(), release.asked.length]).toEqual(['0.24.0', '0.24.0', 2])
  release.pass(86_400)
  expect([await newer(), release.asked.length]).toEqual(['0.25.0', 3])
})
