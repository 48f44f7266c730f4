import { labelFrom } from '@satchel/extension-sdk/owner/owner-words'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '../../../services/wallet/test/campaigns/web-app/money-steps.ts'
import { type AppVisits, openAppVisits } from '../../../services/wallet/test/campaigns/web-app/open-app-visits.ts'
import { go } from '../../../services/wallet/test/campaigns/web-app/page-steps.ts'
import { HOSTILE_TEXTS } from '../../../services/wallet/test/campaigns/web-app/record-steps.ts'
import { writeDirectly } from '../../../services/wallet/test/world/write-directly.ts'
import {
  ACTING,
  fieldName,
  type HostilePackages,
  LISTING,
  packHostileTexts,
  REFUSED,
  textsUpTo,
  wordedId,
} from './pack-hostile-texts.ts'

let packages: HostilePackages
let app: AppVisits

beforeAll(async () => {
  packages = await packHostileTexts()
  app = await openAppVisits(packages.env, { builtIns: [] })
})
afterEach(() => app.leave())
afterAll(async () => {
  await app?.close()
  packages?.remove()
})

interface Step {
  /** The path below `/app`; default: the page of the previous step. */
  readonly path?: string
  /** The names of buttons to press: in the dialog, if one is open. */
  readonly press?: string
  /** It opens a dialog with a form, which is loaded. */
  readonly opens?: boolean
  /** The texts that the page must then show, unchanged. */
  readonly shows: readonly string[]
}

/** All visible texts, and the values of fields. */
const READ = `[...document.querySelectorAll('body, body *')].flatMap((element) => [
  element.textContent,
  ...['value', 'placeholder', 'alt', 'aria-label'].map((name) => element.getAttribute(name)),
  element.value,
])`

/** Elements and URLs that came from a text. */
const INJECTED = `[...document.body.querySelectorAll('*')].filter((element) => {
  const isForeign = ['href', 'src', 'action', 'formaction', 'data'].some((name) => {
    if (!element.hasAttribute(name)) return false
    const { origin, protocol, href } = new URL(element.getAttribute(name), location.href)
    return origin !== location.origin && protocol !== 'lightning:' && !href.startsWith('data:image/')
  })
  const hasHandler = [...element.attributes].some(({ name }) => name.startsWith('on') || name === 'srcdoc')
  return isForeign || hasHandler || element.matches('script:not([src]), iframe, object, embed, base, meta, style, math')
}).map((element) => element.outerHTML.slice(0, 120))`

/** Runs the steps within the page, because there are hundreds. Returns the faults of each step. */
const WALK = (steps: readonly Step[]): string => `(async () => {
  const found = []
  // Texts of strangers are isolated from the words of the app.
  const plain = (text) => String(text ?? '').replaceAll(/[\\u2068\\u2069]/g, '')
  const frame = () => new Promise(requestAnimationFrame)
  const frames = async (isDone) => {
    const end = performance.now() + 8000
    while (!isDone() && performance.now() < end) await frame()
  }
  const named = (name) => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button, [role=switch]')]
    .find((element) => (element.labels?.[0] ?? element).textContent === name)
  for (const [at, { path, press, opens, shows }] of ${JSON.stringify(steps)}.entries()) {
    if (path !== undefined) history.pushState(null, '', '/app' + path)
    if (press !== undefined) {
      await frames(() => named(press) !== undefined)
      named(press)?.click()
      await frame()
      await frame()
    }
    if (opens) await frames(() => document.querySelector('dialog[open] form') !== null)
    let missing = shows
    await frames(() => {
      const shown = new Set([...${READ}].map(plain))
      missing = shows.filter((text) => !shown.has(plain(text)))
      return missing.length === 0
    })
    const injected = ${INJECTED}
    if (missing.length + injected.length > 0) found.push({ at, path, press, missing, injected })
  }
  return { found, hacked: window.hacked }
})()`

async function walk(page: Page, steps: readonly Step[]): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(WALK(steps))).toEqual({ found: [] })
}

/** A super user, whose browser records whether a script in a text has run. */
async function openOwner(name: string): Promise<Page> {
  const page = await app.visitAs(name, '/')
  const { id: userId } = await ask(page, 'GET', '/api/v1/auth')
  await writeDirectly(app.world, `UPDATE users SET role = 'super-user' WHERE id = '${userId}'`)
  await page.addInitScript('window.alert = () => { window.hacked = true }')
  await page.reload()
  return page
}

const install = (page: Page, extId: string): Promise<unknown> =>
  ask(page, 'POST', '/api/v1/extension', { ext_id: extId, source_repo: 'local' })

test('names, descriptions, reasons and fields of packages are text, before and after the installation (30)', async () => {
  const page = await openOwner('worded')
  const words = HOSTILE_TEXTS.map((text, at) => {
    const noun = `New: ${labelFrom(text.slice(0, 64))}`
    return { extId: wordedId(at), text, name: text.slice(0, 100), about: text.slice(0, 500), noun }
  })
  await walk(page, [
    { path: '/apps', shows: words.flatMap(({ name, about }) => [name, about]) },
    { path: '/admin/extensions', shows: words.map(({ name }) => name) },
    ...words.map(({ extId, name, about }) => ({ path: `/apps/${extId}`, shows: [name, about] })),
  ])
  await Promise.all(words.map(({ extId }) => install(page, extId)))
  await page.reload()
  await walk(
    page,
    words.flatMap(({ extId, text, name, about, noun }) => [
      { path: `/apps/${extId}`, shows: [name, about, noun] },
      { path: `/apps/${extId}/new`, shows: [noun, name, text, text.slice(0, 200)] },
      { path: `/admin/extensions/${extId}`, shows: [name, about, text.slice(0, 120)] },
    ]),
  )
})

test('groups, hints, options, columns and values of items are text (30)', async () => {
  const page = await openOwner('fields')
  await install(page, 'fields')
  const ids: string[] = []
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    const paidAt = at === 0 ? Number.MAX_SAFE_INTEGER : at
    const odd = { note: text, currency: text, qr_url: at === 0 ? 'http://[' : text, paid_at: paidAt }
    const item = { title: text, ...odd, named: `v${at}`, chosen: text.slice(0, 40), [fieldName(0)]: text.slice(0, 100) }
    ids.push((await ask(page, 'POST', '/fields/api/v1/', item)).id)
  }
  await page.reload()
  await walk(page, [
    { path: '/apps/fields/new', shows: [...textsUpTo(500), ...textsUpTo(100), ...textsUpTo(40).map(labelFrom)] },
    { path: '/apps/fields', shows: HOSTILE_TEXTS },
    ...HOSTILE_TEXTS.flatMap((text, at) => [
      { path: `/apps/fields/${ids[at]}`, shows: [text] },
      { press: 'Settings', shows: [text, text.slice(0, 500), labelFrom(text.slice(0, 40))] },
      { path: `/apps/fields/${ids[at]}/edit`, shows: [text] },
    ]),
    { path: '/apps/fields/print', shows: ['Nothing yet'] },
  ])
})

test('reasons, hosts, actions, questions, answers, rejections and pages of code are text (30)', async () => {
  const page = await openOwner(ACTING)
  await install(page, ACTING)
  const { id } = await ask(page, 'POST', `/${ACTING}/api/v1/`, { title: 'One' })
  await page.reload()
  const labels = textsUpTo(500)
  await walk(page, [
    { path: `/apps/${ACTING}/about`, shows: labels.slice(0, 5) },
    { path: '/connections', shows: labels.slice(0, 1) },
    { path: `/apps/${ACTING}/${id}`, shows: labels },
    ...labels.flatMap((label, at) => [
      { press: label, opens: true, shows: [label, 'Fail'] },
      { press: label, shows: [`This is not possible: ${HOSTILE_TEXTS[at]}`] },
      { press: 'Fail', shows: [] },
      { press: label, shows: ['Done', `${HOSTILE_TEXTS[at]}`] },
      { press: 'Done', shows: [] },
    ]),
  ])
  await page.goto(`${app.url}/${ACTING}/p/${id}`)
  await walk(page, [{ shows: HOSTILE_TEXTS }])
})

test('lists of code and their rows are text (30)', async () => {
  const page = await openOwner(LISTING)
  await install(page, LISTING)
  const { id } = await ask(page, 'POST', `/${LISTING}/api/v1/`, { title: 'One' })
  await page.reload()
  await walk(page, [{ path: `/apps/${LISTING}/${id}`, shows: [...textsUpTo(500), ...HOSTILE_TEXTS] }])
})

test('a manifest with what does not fit is rejected, and the operator reads why (30)', async () => {
  const page = await openOwner('rejected')
  for (const { manifest, says } of REFUSED) {
    await go(page, `/admin/extensions/${manifest.id}-0.1.0`)
    await page.getByText(says).waitFor()
    await walk(page, [{ shows: [`${manifest.id}-0.1.0`] }])
    await expect(install(page, manifest.id)).rejects.toThrow('404')
  }
})
