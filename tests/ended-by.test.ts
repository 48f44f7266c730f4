import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeEndedBy } from '../scripts/write-ended-by.ts'

const APP = new URL('../apps/web/', import.meta.url)
const WRITTEN = new URL('src/parts/access/ended-by.ts', APP)

/** By its address: the types of the app are those of a browser. */
const { ENDED_BY } = (await import(WRITTEN.href)) as {
  ENDED_BY: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>>
}
const english = JSON.parse(readFileSync(new URL('locales/en.json', APP), 'utf8')) as Readonly<Record<string, string>>
const sentencesOf = (event: string): string[] =>
  (ENDED_BY[event] ?? []).map(([frame, ways]) =>
    String(english[frame]).replace('{ways}', ways.map((way) => english[way]).join(', ')),
  )

test('what the app says about the end of access is what the table of access says today (decision 0089)', () => {
  expect(readFileSync(WRITTEN, 'utf8') === writeEndedBy(), 'run `npm run client`').toBe(true)
})

test('a new password and the removal of a second factor say that access tokens and connected programs end', () => {
  for (const event of ['new-password', 'log-out-everywhere', 'reset-by-link', 'second-factor-removed']) {
    const [ended] = sentencesOf(event)
    expect(ended).toMatch(/^Ends: .*access tokens of programs.*connected programs/)
  }
})

test('an account that is enabled again says which tokens do not come back', () => {
  expect(sentencesOf('account-enabled')).toEqual([
    expect.stringMatching(/^Works again: .*wallet keys/),
    expect.stringMatching(/^Has ended for good: .*connected programs/),
  ])
})

test('every event is said on a screen', () => {
  const places = readdirSync(new URL('src/places/', APP), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(new URL(`src/places/${file}`, APP), 'utf8'))
    .join('\n')
  const unsaid = Object.keys(ENDED_BY).filter((event) => !new RegExp(`event(=|: )["']${event}["']`).test(places))
  expect(unsaid).toEqual([])
})
