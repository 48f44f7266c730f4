import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SILENT_LOG } from '@satchel/http/log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { offerFirstInstall, showSetUpLink } from './first-install.ts'

const PASSWORD = 'correct horse'

describe.each(LOGIC_DIALECTS)('the first super user by token, on %s', (dialect) => {
  let world: World
  let folder: string
  let file: string
  /** Read again at each restart. */
  let env: Record<string, string>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-install-'))
    file = join(folder, 'first-install-token')
    env = { SERVICE_DATA_FOLDER: folder }
    world = await openWorld({ dialect, env })
  })
  afterEach(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const token = (): string => readFileSync(file, 'utf8')
  const install = (more: object = {}) =>
    world.call('PUT', '/api/v1/auth/first_install', {
      body: {
        username: 'boss',
        password: PASSWORD,
        password_repeat: PASSWORD,
        first_install_token: existsSync(file) ? token() : 'x'.repeat(64),
        ...more,
      },
    })

  test('the token file is for the operator only, and creates one super user, once', async () => {
    const first = token()
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    const { status, body } = await install()
    expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'token_type']])
    const me = await world.call('GET', '/api/v1/auth', { token: body.access_token })
    expect(me.body).toMatchObject({ username: 'boss', is_super_user: true, is_admin: true, wallet_count: 1 })
    expect(existsSync(file)).toBe(false)
    expect((await install({ username: 'second', first_install_token: first })).status).toBe(403)
    await world.restart()
    expect(existsSync(file)).toBe(false)
    expect((await install({ username: 'second', first_install_token: first })).status).toBe(403)
    const note = await world.db.first(
      `SELECT actor, detail FROM audit_log WHERE action = 'account-opened' AND subject = $1`,
      [me.body.id],
      (row) => row,
    )
    expect(note).toEqual({ actor: 'first-install', detail: '{"method":"first-install","role":"super-user"}' })
  })

  test('a wrong token is 401, and the right one still works; so does a name that is taken', async () => {
    for (const wrong of ['', 'x', 'x'.repeat(64), token().toUpperCase().replace(/^./, 'G')]) {
      expect((await install({ first_install_token: wrong })).status).toBe(401)
    }
    const user = await register(world)
    expect((await install({ username: user.username.toUpperCase() })).status).toBe(400)
    expect((await install({ password_repeat: 'other password' })).status).toBe(400)
    expect((await install()).status).toBe(200)
  })

  test.each([
    { username: 'a b' },
    { username: undefined },
    { password: '1234567' },
    { password_repeat: undefined },
    { first_install_token: undefined },
    { first_install_token: 7 },
    { role: 'user' },
  ])('%j is 422 (F2)', async (bad) => {
    expect((await install(bad)).status).toBe(422)
  })

  test('of several concurrent requests one creates the super user', async () => {
    const answers = await Promise.all(['one', 'two', 'three'].map((username) => install({ username })))
    expect(answers.map(({ status }) => status).sort((first, second) => first - second)).toEqual([200, 403, 403])
  })

  test('a restart keeps the token; a super user in the environment removes it', async () => {
    const first = token()
    await world.restart()
    expect(token()).toBe(first)
    Object.assign(env, { SUPER_USER_USERNAME: 'named', SUPER_USER_PASSWORD: PASSWORD })
    await world.restart()
    expect(existsSync(file)).toBe(false)
    expect((await install({ first_install_token: first })).status).toBe(403)
  })

  test('a missing or truncated file creates no super user', async () => {
    rmSync(file)
    expect((await install({ first_install_token: '' })).status).toBe(403)
    await world.restart()
    expect((await install()).status).toBe(200)
  })

  test('a terminal is shown a link with the token, while there is no super user; a pipe never', async () => {
    const show = async (isTTY: boolean | undefined): Promise<string> => {
      const said: string[] = []
      const terminal = { isTTY, write: (text: string) => said.push(text) }
      await showSetUpLink({ db: world.db, dataFolder: folder }, { publicUrl: 'https://pay.example', terminal })
      return said.join('')
    }
    expect(await show(true)).toContain(`https://pay.example/app/set-up#token=${token()}\n`)
    expect([await show(undefined), await show(false)]).toEqual(['', ''])
    await install()
    expect(await show(true)).toBe('')
  })

  test('the log names the file and never the token', async () => {
    const lines: string[] = []
    const write = (...words: unknown[]): void => void lines.push(JSON.stringify(words))
    const log = { ...SILENT_LOG, info: write, warn: write, error: write }
    await offerFirstInstall({ db: world.db, dataFolder: folder, log })
    expect(lines.join()).toContain('first-install-token')
    expect(lines.join()).not.toContain(token())
    await offerFirstInstall({ db: world.db, dataFolder: '/dev/null/nowhere', log })
    expect(lines).toHaveLength(2)
  })
})
