import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { COMMANDS, type Engine } from './engine.ts'

const FIREFOX = '/usr/bin/firefox-esr'

const PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'ar-EG, ar',
  'marionette.port': 0,
  'network.captive-portal-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'ui.systemUsesDarkTheme': 1,
}

/** The page gets the width of a phone, because the window of the program cannot be so narrow. */
const AS_NARROW = `const { style } = gBrowser.selectedBrowser
for (const [name, size] of [['width', '360px'], ['height', '740px']])
  for (const each of [name, 'min-' + name, 'max-' + name]) style.setProperty(each, size, 'important')`

const COMPLAINTS = `return Services.console.getMessageArray()
  .filter((each) => each instanceof Ci.nsIScriptError && !(each.flags & (each.warningFlag | each.infoFlag)))
  .filter(({ sourceName, category }) => /^https?:/.test(sourceName) || /CSP|Content Security/.test(category))
  .map(({ errorMessage, sourceName }) => errorMessage + ' ' + sourceName)`

/** Debian's Firefox without a window. It is driven through Marionette, the socket below every WebDriver of Firefox. */
export async function openFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'satchel-firefox-'))
  const lines = Object.entries(PREFERENCES).map((each) => `user_pref(${JSON.stringify(each).slice(1, -1)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  // System access: for the narrow page, the console, and the network.
  const program = spawn(
    FIREFOX,
    ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile, 'about:blank'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    program.once('error', reject)
    program.once('exit', () => reject(new Error('Firefox ended before it could be driven')))
    for (const output of [program.stdout, program.stderr])
      createInterface({ input: output }).on('line', (line) => {
        const found = /Marionette\s+INFO\s+Listening on port (\d+)/.exec(line)
        if (found !== null) resolve(Number(found[1]))
      })
  })
  const ask = speakMarionette(connect(port, '127.0.0.1'))
  const asSystem = async (script: string): Promise<unknown> => {
    await ask('Marionette:SetContext', { value: 'chrome' })
    const { value } = (await ask('WebDriver:ExecuteScript', { script, args: [] })) as { value: unknown }
    await ask('Marionette:SetContext', { value: 'content' })
    return value
  }
  await ask('WebDriver:NewSession', {})
  await asSystem(AS_NARROW)
  return {
    async command(name, params = {}) {
      const answer = await ask(COMMANDS[name][2], params)
      if (name === 'switchTo') await asSystem(AS_NARROW)
      return answer !== null && typeof answer === 'object' && 'value' in answer ? answer.value : answer
    },
    complaints: async () => (await asSystem(COMPLAINTS)) as string[],
    setOffline: async (isOffline) => void (await asSystem(`Services.io.offline = ${isOffline}`)),
    async close() {
      program.kill('SIGKILL')
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Messages are `length:JSON`: `[0, id, name, params]`, and answered by `[1, id, error, value]`. */
function speakMarionette(socket: Socket): (name: string, params: object) => Promise<unknown> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let received = Buffer.alloc(0)
  let lastId = 0
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const start = received.indexOf(':') + 1
      const end = start + Number(received.subarray(0, start - 1))
      if (start === 0 || received.length < end) return
      const message = JSON.parse(received.subarray(start, end).toString()) as unknown
      received = received.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, error, value] = message as [number, number, { message: string } | null, unknown]
      if (error === null) waiting.get(id)?.resolve(value)
      else waiting.get(id)?.reject(new Error(error.message))
      waiting.delete(id)
    }
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'))
  })
  return (name, params) => {
    lastId += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(lastId, answer)
    const text = JSON.stringify([0, lastId, name, params])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return answer.promise
  }
}

export const hasFirefox = (): boolean => existsSync(FIREFOX)
