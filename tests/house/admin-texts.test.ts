import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ACCESS_EVENTS } from '../../services/wallet/src/access/access-events.ts'
import { SETTING_NAMES } from '../../services/wallet/src/config/settings.ts'

const SERVICE = fileURLToPath(new URL('../../services/wallet/src', import.meta.url))
const ADMIN = fileURLToPath(new URL('../../apps/web/src/places/admin', import.meta.url))

const sources = readdirSync(SERVICE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
  .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))

const accessEvents: ReadonlySet<string> = new Set(ACCESS_EVENTS)

/** The names that a table of the app has texts for: `name: [` or `'a-name': 'admin.…'`. */
const namesIn = (file: string): string[] =>
  [...readFileSync(`${ADMIN}/${file}`, 'utf8').matchAll(/^ {2}'?([\w-]+)'?: (?:\['|')admin\./gm)].map(
    ([, name = '']) => name,
  )

/** Past participles in kebab case, in files that write the audit log. */
const actions = new Set(
  sources
    .filter((text) => text.includes('noteInAuditLog(') || text.includes('note: {'))
    .flatMap((text) => [
      ...text.matchAll(/(?<!\b(?:name|kind)|==)(?:= |note\(|\? |: )'([a-z]+(?:-[a-z]+)*-(?:\w+ed|read))'/g),
    ])
    .map(([, action = '']) => action)
    // Events are in the same files.
    .filter((action) => !sources.some((text) => text.includes(`kind: '${action}'`)) && !accessEvents.has(action)),
)

const alarms = new Set(
  sources
    .flatMap((text) => [...text.matchAll(/raiseAlarm(?:Again)?\((?:tx, )?\{ kind: '([a-z-]+)'/g)])
    .map(([, kind = '']) => kind),
)

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

test('every setting has a name and an explanation in the web app, and the app names no other', () => {
  const texts = Object.keys(JSON.parse(readFileSync(`${ADMIN}/../../../locales/en.json`, 'utf8')) as object)
  const wanted = SETTING_NAMES.flatMap((name) => [`admin.set-${name}`, `admin.set-${name}-note`])
  expect(texts.filter((key) => key.startsWith('admin.set-')).toSorted(byText)).toEqual(wanted.toSorted(byText))
})

test('every action of the audit log has a text in the web app', () => {
  expect(actions.size).toBeGreaterThan(40)
  expect([...actions].filter((action) => !namesIn('audit/action-text.ts').includes(action))).toEqual([])
})

test('every alarm has an explanation in the web app', () => {
  expect(alarms.size).toBeGreaterThan(4)
  expect([...alarms].filter((kind) => !namesIn('books/alarm-text.ts').includes(kind))).toEqual([])
})
