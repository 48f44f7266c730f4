import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { eventually } from '../../eventually.ts'
import { COMMANDS, type Engine } from './engine.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'

/** The driver's package contains it, in the folder of the machine's architecture. */
function findMiniBrowser(): string | undefined {
  const folders = readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'))
  return folders.find((path) => existsSync(path))
}

export const hasWebkit = (): boolean => existsSync(DRIVER) && existsSync(XVFB) && findMiniBrowser() !== undefined

/** Shrinks the bar above the page, which would prevent a window as narrow as a phone. */
const NARROW = '* { font-size: 1px; min-width: 0; padding: 0; margin: 0; border-width: 0 }'

/** Debian's WebKitGTK, on a screen of its own. */
export async function openWebkit(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'satchel-webkit-'))
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true })
  writeFileSync(join(home, '.config/gtk-3.0/gtk.css'), NARROW)
  const screen = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject)
    createInterface({ input: screen.stdout }).once('line', resolve)
  })
  const port = await reservePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GTK_THEME: 'Adwaita:dark',
      HOME: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  })
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error((value as { message: string }).message)
    return value
  }
  await eventually('WebKit’s driver answers', () => ask('GET', '/status').catch(() => undefined))
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
      },
    },
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  await ask('POST', `${session}/window/rect`, { width: 360, height: 760 })
  return {
    command(name, { id, ...params } = {}) {
      const [method, path] = COMMANDS[name]
      return ask(method, session + path.replace('{id}', String(id)), method === 'POST' ? params : undefined)
    },
    async close() {
      await ask('DELETE', session).catch(() => undefined)
      await Promise.all([end(driver), end(screen)])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function end(program: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (program.exitCode !== null) return resolve()
    program.once('exit', () => resolve())
    program.kill()
  })
}
