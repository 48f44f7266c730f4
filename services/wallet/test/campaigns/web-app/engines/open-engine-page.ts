import { writeFileSync } from 'node:fs'
import { eventually } from '../../eventually.ts'
import type { Engine } from './engine.ts'

const WITHIN_MS = 15_000

/** The actions of a user on a page of any engine, and the texts that they see. */
export interface EnginePage {
  go(url: string): Promise<void>
  /** The value of an expression, awaited if it is a promise. */
  run(expression: string): Promise<unknown>
  /** Waits until the page shows the text. */
  see(text: string): Promise<void>
  /** Clicks the button, link or field with this name. */
  tap(name: string): Promise<void>
  /** Types into the field of this name. */
  fill(name: string, text: string): Promise<void>
  /** Chooses an option of a list that the browser draws. */
  choose(name: string, option: string): Promise<void>
  /** Takes a screenshot if `PICTURES` names a folder. */
  picture(name: string): Promise<void>
  complaints(): Promise<readonly string[]>
}

const FIELDS = 'input, textarea, select'
const CONTROLS = `a[href], button, summary, [role="tab"], ${FIELDS}`

/** Code that runs in the page: finds the visible, enabled element whose name equals or begins with a text. */
const NAMED = `(name, which) => {
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim()
  const all = [...document.querySelectorAll(which)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
  return all.find((element) => nameOf(element) === name) ?? all.find((element) => nameOf(element).startsWith(name))
}`

/** Records errors from now on, and violations of the policy. */
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
    const find = `(${NAMED})(${JSON.stringify(name)}, ${JSON.stringify(which)})`
    const found = await eventually(
      `“${name}” can be used`,
      async () => (await run(find).catch(() => null)) ?? undefined,
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
    // The page may be rendered again between the two commands.
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
