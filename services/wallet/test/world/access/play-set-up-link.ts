import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ACCESS_EVENTS, type AccessEvent } from '../../../src/access/access-events.ts'
import { effectOf } from '../../../src/access/ways-in.ts'
import type { Dialect } from '../../../src/db/database.ts'
import { openWorld } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'
import { writeDirectly } from '../write-directly.ts'
import { type EventStage, HAPPENINGS } from './access-happenings.ts'
import { openSubject, takeOver } from './access-stage.ts'

/** The deletion of an account by another person needs a super user; the other two are played at the end. */
const APART: ReadonlySet<AccessEvent> = new Set(['account-deleted', 'backup-restored', 'account-promoted'])

/** The row of the set-up link, which has no account: what happens to the accounts that are there before a super user. */
export async function playSetUpLink(dialect: Dialect, folder: string): Promise<void> {
  const world = await openWorld({ dialect, env: { SERVICE_DATA_FOLDER: folder } })
  const token = readFileSync(join(folder, 'first-install-token'), 'utf8')
  const { userId: adminId } = await world.openWallet()
  await writeDirectly(world, `UPDATE users SET role = 'admin' WHERE id = '${adminId}'`)
  const stage: EventStage = {
    world,
    askAsRoot: async (method, url, body) =>
      world.call(method, url, { token: await tokenOf(world, { userId: adminId }), ...(body && { body }) }),
    takeOver: (account) => takeOver(world, account),
  }
  for (const event of ACCESS_EVENTS.filter((each) => !APART.has(each))) {
    const subject = await openSubject(world, [])
    if (event === 'role-lowered') await stage.askAsRoot('PUT', `/users/api/v1/user/${subject.id}`, { is_admin: true })
    await HAPPENINGS[event as keyof typeof HAPPENINGS](stage, subject)
    expect([event, await opens()]).toEqual([event, effectOf('set-up-link', event).effect === 'stays'])
  }
  await world.restart()
  expect(await opens()).toBe(effectOf('set-up-link', 'backup-restored').effect === 'stays')
  await HAPPENINGS['account-promoted'](stage, await openSubject(world, []))
  expect(await opens()).toBe(effectOf('set-up-link', 'account-promoted').effect === 'stays')
  await world.close()

  /** With a name that is taken, which does not use up the link. */
  async function opens(): Promise<boolean> {
    const { username } = await openSubject(world, [])
    const password = 'a good password'
    const body = { username, password, password_repeat: password, first_install_token: token }
    const { status } = await world.call('PUT', '/api/v1/auth/first_install', { body })
    expect(status).toBeOneOf([400, 403])
    return status === 400
  }
}
