import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeEndedBy } from '../../scripts/write-ended-by.ts'

const APP = new URL('../../apps/web/', import.meta.url)
const WRITTEN = new URL('src/parts/access/ended-by.ts', APP)

/** By its URL: the types of the app are those of a browser. */
const { ENDED_BY } = (await import(WRITTEN.href)) as {
  ENDED_BY: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>>
}
const english = JSON.parse(readFileSync(new URL('locales/en.json', APP), 'utf8')) as Readonly<Record<string, string>>
const sentencesOf = (event: string): string[] =>
  (ENDED_BY[event] ?? []).map(([frame, ways]) =>
    String(english[frame]).replace('{ways}', ways.map((way) => english[way]).join(', ')),
  )

test('the app describes the end of access as in the current table of access (decision 0089)', () => {
  expect(readFileSync(WRITTEN, 'utf8') === writeEndedBy(), 'run `npm run client`').toBe(true)
})

test('texts for a new password and the removal of a second factor say that access tokens and connected programs end', () => {
  for (const event of ['new-password', 'log-out-everywhere', 'reset-by-link', 'second-factor-removed']) {
    const [ended] = sentencesOf(event)
    expect(ended).toMatch(/^Ends: .*access tokens of programs.*connected programs/)
  }
})

test('the text for an enabled account says which tokens do not return', () => {
  expect(sentencesOf('account-enabled')).toEqual([
    expect.stringMatching(/^Works again: .*wallet keys/),
    expect.stringMatching(/^Has ended for good: .*connected programs/),
  ])
})

test('every event has a text on a page', () => {
  const places = readdirSync(new URL('src/places/', APP), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(new URL(`src/places/${file}`, APP), 'utf8'))
    .join('\n')
  const unsaid = Object.keys(ENDED_BY).filter((event) => !new RegExp(`event(=|: )["']${event}["']`).test(places))
  expect(unsaid).toEqual([])
})
