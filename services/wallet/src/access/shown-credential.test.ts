import { type LnbitsPeer, openLnbitsPeer } from '@satchel/lightning/world/peers/lnbits/lnbits-peer'
import { openRelay, type TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENTS } from '../../../../extensions/events/events.ts'
import { LNDHUB } from '../../../../extensions/lndhub/lndhub.ts'
import { BASE, type Grant, OF_ACCOUNT, OF_WALLET, type Person, RECEIVE } from '../../test/world/access/grants.ts'
import { OF_ADMINISTRATOR } from '../../test/world/access/grants-of-administrators.ts'
import { happenBefore } from '../../test/world/access/happen-before.ts'
import { openBrowser } from '../../test/world/accounts/open-browser.ts'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'

const TOKEN_ENDED = [401, 'token_ended']

/** A request in flight while its credential ends creates nothing that outlives it. */
describe.each(LOGIC_DIALECTS)('a request that grants access, on %s', (dialect) => {
  let [world, relay, node] = [] as unknown as [World, TestRelay, LnbitsPeer]
  beforeAll(async () => {
    ;[relay, node] = [await openRelay(), await openLnbitsPeer()]
    const env = {
      SERVICE_PUBLIC_URL: BASE,
      SERVICE_MESSAGES: 'true',
      SERVICE_MESSAGE_RELAYS: relay.url,
      SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true',
    }
    world = await openWorld({ dialect, builtIns: [EVENTS, LNDHUB], env })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
    await Promise.all([relay.close(), node.close()])
  })

  const open = async (): Promise<Person> => {
    const wallet = await world.openWallet(1000)
    return { wallet, token: await tokenOf(world, wallet) }
  }
  const asked = async (grant: Grant, person: Person) => {
    const { method, url, body } = grant.route(
      world,
      (await grant.prepare?.(world, person, { relay, node })) as never,
      person,
    )
    return (shown: object) => world.call(method, url, { ...shown, ...(body !== undefined && { body }) })
  }
  const logOutEverywhere = async (token: string): Promise<void> => {
    expect((await world.call('POST', '/api/v1/auth/logout-everywhere', { token })).status).toBe(200)
  }

  test.each(OF_ACCOUNT)('$name: no effect after a log-out everywhere', async (grant) => {
    const person = await open()
    const other = await tokenOf(world, person.wallet)
    const ask = await asked(grant, person)
    const happened = happenBefore(world, grant.name, () => logOutEverywhere(other))
    const { status, body } = await ask({ token: person.token })
    expect([happened(), status, body.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test.each(OF_WALLET)('$name: no effect with a key that was replaced', async (grant) => {
    const person = await open()
    const { token, wallet } = person
    const ask = await asked(grant, person)
    const happened = happenBefore(world, grant.name, async () => {
      expect((await world.call('PUT', '/api/v1/wallet/reset', { token })).status).toBe(200)
    })
    const { status, body } = await ask({ key: wallet.adminKey })
    expect([happened(), status, body.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test.each(OF_ADMINISTRATOR)('$name: no effect by an administrator who has lost the right', async (grant) => {
    const person = await open()
    const { userId } = person.wallet
    await writeDirectly(world, `UPDATE users SET role = '${grant.role ?? 'admin'}' WHERE id = '${userId}'`)
    const token = await tokenOf(world, { userId })
    const ask = await asked(grant, person)
    const happened = happenBefore(world, grant.name, () => logOutEverywhere(person.token))
    const { status, body } = await ask({ token })
    expect([happened(), status, body.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test.each([...OF_ACCOUNT, ...OF_ADMINISTRATOR])('$name: effective while the credential is valid', async (grant) => {
    const person = await open()
    const { userId } = person.wallet
    if (OF_ADMINISTRATOR.includes(grant))
      await writeDirectly(world, `UPDATE users SET role = '${grant.role ?? 'admin'}' WHERE id = '${userId}'`)
    const token = await tokenOf(world, { userId })
    const ask = await asked(grant, { ...person, token })
    expect((await ask({ token })).status).toBe(grant.status)
  })

  test('an ended session grants nothing any more', async () => {
    const browser = await openBrowser(world, 'someone-with-two-browsers', 'a good password')
    const happened = happenBefore(world, 'create-acl', async () => {
      expect((await browser.call('POST', '/api/v1/auth/logout', { body: {} })).status).toBe(200)
    })
    const body = { name: 'Program', allowed_endpoints: [RECEIVE] }
    const { status, body: answer } = await browser.call('POST', '/api/v1/auth/acls', { body })
    expect([happened(), status, answer.code]).toEqual([true, ...TOKEN_ENDED])
  })

  test('the session that sets a new password can finish its requests', async () => {
    const password = 'a good password'
    const browser = await openBrowser(world, 'someone-in-a-browser', password)
    const happened = happenBefore(world, 'create-acl', async () => {
      const next = 'another good password'
      const body = { password_old: password, password: next, password_repeat: next }
      expect((await browser.call('PUT', '/api/v1/auth/password', { body })).status).toBe(200)
    })
    const body = { name: 'Program', allowed_endpoints: [RECEIVE] }
    const { status } = await browser.call('POST', '/api/v1/auth/acls', { body })
    expect([happened(), status]).toEqual([true, 201])
  })
})
