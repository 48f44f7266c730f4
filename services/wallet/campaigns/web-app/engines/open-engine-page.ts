import { writeFileSync } from 'node:fs'
import { eventually } from '../../eventually.ts'
import type { Engine } from './engine.ts'

const WITHIN_MS = 15_000

/** What a person does on a page of any engine, and what they see. */
export interface EnginePage {
  go(url: string): Promise<void>
  /** The value of an expression, or of what it promises. */
  run(expression: string): Promise<unknown>
  /** Waits until the page shows the text. */
  see(text: string): Promise<void>
  /** Clicks what bears this name: a button, a link, a field. */
  tap(name: string): Promise<void>
  /** Types into the field of this name. */
  fill(name: string, text: string): Promise<void>
  /** Chooses an option of a list that the browser draws. */
  choose(name: string, option: string): Promise<void>
  /** For the eye, where `PICTURES` names a folder. */
  picture(name: string): Promise<void>
  complaints(): Promise<readonly string[]>
}

const FIELDS = 'input, textarea, select'
const CONTROLS = `a[href], button, summary, [role="tab"], ${FIELDS}`

/** Code of the page: what is visible and can be used under a name, or begins with it. */
const NAMED = `(name, which) => {
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim()
  const all = [...document.querySelectorAll(which)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
  return all.find((element) => nameOf(element) === name) ?? all.find((element) => nameOf(element).startsWith(name))
}`

/** Errors from now on, and all that the policy has forbidden. */
const LISTEN = `(() => {
  if (window.complaints !== undefined) return
  window.complaints = []
  const note = (text) => window.complaints.push(String(text))
  addEventListener('error', ({ message }) => note(message))
  addEventListener('unhandledrejection', ({ reason }) => note(reason))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => note(violatedDirective + ' ' + blockedURI))
  globalThis.ReportingObserver && new ReportingObserver(
    (reports) => reports.forEach(({ body }) => note(JSON.stringify(body))),
    { types: ['csp-violation'], buffered: true },
  ).observe()
})()`

export function openEnginePage(engine: Engine, pictures = process.env['PICTURES']): EnginePage {
  const run = async (expression: string): Promise<unknown> => {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve().then(() => (${expression})).then((value) => done([value ?? null]), (error) => done(String(error)))`
    const answer = await engine.command('run', { script, args: [] })
    if (!Array.isArray(answer)) throw new Error(`${expression.slice(0, 200)}: ${String(answer)}`)
    return answer[0]
  }
  const find = async (name: string, which: string): Promise<string> => {
    const look = `(${NAMED})(${JSON.stringify(name)}, ${JSON.stringify(which)})`
    const found = await eventually(
      `“${name}” can be used`,
      async () => (await run(look).catch(() => null)) ?? undefined,
      WITHIN_MS,
    ).catch(async (error: Error) => {
      throw new Error(`${error.message}; there is: ${String(await run('document.body.innerText'))}`)
    })
    return String(Object.values(found)[0])
  }
  return {
    async go(url) {
      await engine.command('navigate', { url })
      await run(LISTEN)
    },
    run,
    async see(text) {
      await eventually(
        `“${text}” is shown`,
        async () => (await run(`document.body.innerText.includes(${JSON.stringify(text)})`)) === true,
        WITHIN_MS,
      ).catch(async (error: Error) => {
        throw new Error(`${error.message}; there is: ${String(await run('document.body.innerText'))}`)
      })
    },
    // The page may be drawn again between the two commands.
    async tap(name) {
      const click = async () => engine.command('click', { id: await find(name, CONTROLS) })
      await click().catch(click)
    },
    async fill(name, text) {
      const id = await find(name, FIELDS)
      await engine.command('type', { id, text, value: Array.from(text) })
    },
    async choose(name, option) {
      await find(name, 'select')
      await run(`((list) => {
        list.value = [...list.options].find(({ text }) => text === ${JSON.stringify(option)}).value
        list.dispatchEvent(new Event('change', { bubbles: true }))
      })((${NAMED})(${JSON.stringify(name)}, 'select'))`)
    },
    async picture(name) {
      if (pictures === undefined) return
      writeFileSync(`${pictures}/${name}.png`, Buffer.from(String(await engine.command('picture')), 'base64'))
    },
    complaints: async () => [
      ...((await run('window.complaints ?? []')) as string[]),
      ...((await engine.complaints?.()) ?? []),
    ],
  }
}
