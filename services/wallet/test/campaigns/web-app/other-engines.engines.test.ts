import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import type { Engine } from './engines/engine.ts'
import { type EnginePage, openEnginePage } from './engines/open-engine-page.ts'
import { hasFirefox, openFirefox } from './engines/open-firefox.ts'
import { hasWebkit, openWebkit } from './engines/open-webkit.ts'
import { type AppVisits, openAppVisits, PASSWORD, ROOT } from './open-app-visits.ts'

const ENGINES = [
  { name: 'Firefox', isHere: hasFirefox(), open: openFirefox, needs: 'firefox-esr' },
  { name: 'WebKitGTK', isHere: hasWebkit(), open: openWebkit, needs: 'webkit2gtk-driver xvfb' },
]

for (const { name, isHere, needs } of ENGINES) {
  if (!isHere) process.stdout.write(`The app was not tried in ${name}: apt-get install -y ${needs}\n`)
}

const TEXTS = JSON.parse(readFileSync(`${ROOT}apps/web/locales/ar.json`, 'utf8')) as Record<string, string>

/** A text of the catalogue, up to its first placeholder. */
function say(key: string): string {
  const [text = ''] = (TEXTS[key] ?? key).split('{')
  return text.trim()
}

/** Digits of other scripts than Latin. */
const OTHER_DIGITS = `(document.body.innerText.match(/(?![0-9])\\p{Nd}/gu) ?? []).join('')`

const TOO_WIDE = `[...document.querySelectorAll('main *, dialog *, .bar *')]
  .filter((element) => element.checkVisibility() && !element.closest('.unseen, .skip, svg'))
  .filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < -0.5 || right > innerWidth + 0.5
  })
  .map((element) => element.outerHTML.slice(0, 100))`

/** Lists signs of amounts that are not directly to the left of the first digit. */
const TORN_SIGNS = `(() => {
  const torn = []
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    for (const { index } of node.data.matchAll(/[+−-](?=\\p{Nd})/gu)) {
      const boxOf = (at) => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect()
      }
      const [sign, digit] = [boxOf(index), boxOf(index + 1)]
      if (sign.width > 0 && Math.abs(sign.right - digit.left) > 1) torn.push(node.data)
    }
  return torn
})()`

const NO_NETWORK = `document.body.innerText.includes(${JSON.stringify(say('offline.device'))})`

/** Controls that the browser would draw in its own colours: WebKitGTK uses white and grey, also on a dark page. */
const DRAWN_BY_BROWSER = `[...document.querySelectorAll('select, input:is([type=radio], [type=checkbox])')]
  .map((element) => element.localName + ' ' + getComputedStyle(element).appearance)`

/** The digits of the balance stand beside their unit. */
const IS_ONE_LINE = `(() => {
  const [digits, unit] = [...document.querySelector('.balance-digits').children].map((each) => each.getBoundingClientRect())
  return unit.top >= digits.top && unit.top < digits.bottom
})()`

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_RATE_LIMIT_NO: '2000' })
})
afterAll(() => app?.close())

describe.each(ENGINES.filter(({ isHere }) => isHere || process.env['CI'] === 'true'))('$name', ({ name, open }) => {
  let engine: Engine
  let page: EnginePage
  let tries = 0

  beforeEach(async () => {
    engine = await open()
    page = openEnginePage(engine)
    await page.go(`${app.url}/app/welcome`)
    await page.run(`localStorage.setItem('satchel.language', 'ar')`)
    await page.go(`${app.url}/app/welcome`)
  })
  afterEach(async () => {
    const complaints = await page.complaints().catch(() => [])
    await engine.close()
    expect(complaints).toEqual([])
  })

  /** On each screen: one kind of digits, no torn sign, nothing wider than the screen. */
  const checkScreen = async (screen: string): Promise<void> => {
    await eventually(
      'a place is drawn',
      async () => (await page.run(`document.querySelector('main') !== null`)) === true,
    )
    await page.picture(`${name}-${screen}`)
    expect([screen, await page.run(OTHER_DIGITS), await page.run(TORN_SIGNS), await page.run(TOO_WIDE)]).toEqual([
      screen,
      '',
      [],
      [],
    ])
  }
  const openAccount = async (username: string): Promise<void> => {
    tries += 1
    // Waits for it first, because it moves the buttons when it appears.
    await page.see(say('welcome.set-up-title'))
    await page.tap(say('welcome.create'))
    await page.fill(say('log-in.username'), `${username}-${name.toLowerCase()}-${tries}`)
    await page.fill(say('log-in.password'), PASSWORD)
    await page.tap(say('create.submit'))
    await page.see(say('home.empty'))
  }

  test('a user opens an account, receives, pays, reads the history, and logs in again', async () => {
    await checkScreen('welcome')
    await openAccount('ada')
    await page.tap(say('play.give'))
    await page.see('+10,000')
    expect(await page.run(IS_ONE_LINE)).toBe(true)
    await checkScreen('home')

    await page.tap(say('nav.receive'))
    await page.fill(say('amount.label'), '1500')
    await checkScreen('receive')
    await page.tap(say('receive.show-code'))
    await page.see(say('receive.good-until'))
    await checkScreen('code')
    const bolt11 = String(await page.run(`document.querySelector('.code-link').href.replace('lightning:', '')`))
    expect((await app.world.send(await app.world.openWallet(2000), bolt11)).status).toBe(201)
    await page.see(say('receive.again'))
    await page.tap(say('action.done'))
    await page.see('+1,500')

    const foreign = await app.world.foreignInvoice(1_000_000)
    await page.tap(say('nav.send'))
    await page.fill(say('send.field'), foreign.bolt11)
    await checkScreen('send')
    await page.tap(say('action.go-on'))
    await page.see(say('send.balance-after'))
    await checkScreen('confirm')
    await page.tap(say('send.pay'))
    await page.see(say('payment.paid'))
    await checkScreen('paid')
    await page.tap(say('action.done'))
    await page.see('−1,000')
    await checkScreen('payments')

    await page.tap(say('nav.activity'))
    await page.tap(say('filter.open'))
    await page.choose(say('filter.period'), say('filter.other-days'))
    await checkScreen('days')
    await page.tap(say('filter.show'))
    await page.see('−1,000')
    await checkScreen('activity')
    await page.run(`document.querySelector('main .list a').click()`)
    await page.see(say('details.time'))
    await checkScreen('details')

    await page.tap(say('nav.more'))
    await page.tap(say('more.log-out'))
    await page.see(say('welcome.create'))
    await page.tap(say('welcome.log-in'))
    await page.fill(say('log-in.username'), `ada-${name.toLowerCase()}-${tries}`)
    await page.fill(say('log-in.password'), PASSWORD)
    await page.tap(say('log-in.submit'))
    await page.see('+1,500')
  })

  test('a wallet that was created in another tab appears', async () => {
    await openAccount('grace')
    await page.tap(say('nav.more'))
    await page.tap(say('nav.wallets'))
    await page.see(say('nav.wallets'))
    const [here] = (await engine.command('windows')) as string[]
    const { handle } = (await engine.command('newWindow', { type: 'tab' })) as { handle: string }
    await engine.command('switchTo', { handle, name: handle })
    await page.go(`${app.url}/app/more`)
    await page.run(`fetch('/api/v1/wallet', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Satchel': 'app' },
      body: '{"name":"From elsewhere"}',
    }).then((answer) => answer.json())`)
    await engine.command('closeWindow')
    await engine.command('switchTo', { handle: here, name: here })
    // The person comes back after a while.
    await page.run(`Date.now = ((now) => () => now() + 15_000)(Date.now),
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await page.see('From elsewhere')
  })

  test('an answer of the service is proof of a network, whatever the browser says', async ({ skip }) => {
    const { setOffline } = engine
    if (setOffline === undefined) return skip(`${name} cannot be made to say that there is no network`)
    await openAccount('mary')
    await setOffline(true)
    await page.see(say('offline.device'))
    await eventually('the banner is gone', async () => (await page.run(NO_NETWORK)) === false)
    expect(await page.run('navigator.onLine')).toBe(false)
    await page.tap(say('play.give'))
    await page.see('+10,000')
  })

  test.each(['dark', 'light'])('in %s, choices and lists have the colours of the page', async (theme) => {
    await page.run(`localStorage.setItem('satchel.theme', '${theme}')`)
    await openAccount(theme)
    await page.go(`${app.url}/app/account/appearance`)
    await page.see(say('account.theme-dark'))
    await page.picture(`${name}-${theme}-radio`)
    expect(new Set((await page.run(DRAWN_BY_BROWSER)) as string[])).toEqual(new Set(['input none']))
    await page.go(`${app.url}/app/account/money`)
    await page.see(say('account.currency'))
    await page.picture(`${name}-${theme}-select`)
    expect(await page.run(DRAWN_BY_BROWSER)).toContain('select none')
  })
})
