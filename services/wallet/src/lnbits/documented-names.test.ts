import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LNURLP } from '../../../../extensions/lnurlp/lnurlp.ts'
import { WITHDRAW } from '../../../../extensions/withdraw/withdraw.ts'
import { activateExtension } from '../../test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'

describe.each(LOGIC_DIALECTS)('paths from the documentation of LNbits, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [LNURLP, WITHDRAW] })
    owner = await world.openWallet(1000)
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${owner.userId}'`)
    token = await tokenOf(world, owner)
    for (const extId of ['lnurlp', 'withdraw']) await activateExtension(world, owner, extId)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test.each([
    ['lnurlp', { description: 'Tips', amount: 5, min: 1, max: 100, comment_chars: 0 }, { description: 'Tips' }],
    [
      'withdraw',
      { title: 'Prize', min_withdrawable: 1, max_withdrawable: 5, uses: 1, wait_time: 1, is_unique: true },
      { title: 'Prize' },
    ],
  ])('/%s/api/v1/links is the list of items', async (extId, body, expected) => {
    const links = `/${extId}/api/v1/links`
    const key = owner.adminKey
    const made = await world.call('POST', links, { key, body })
    expect(made).toMatchObject({ status: 201, body: expected })
    const same = expect.objectContaining({ id: made.body.id, ...expected })
    expect((await world.call('GET', links, { key: owner.invoiceKey })).body).toEqual([same])
    const one = `${links}/${made.body.id}`
    expect((await world.call('GET', one, { key: owner.invoiceKey })).body).toEqual(same)
    expect((await world.call('PUT', one, { key, body })).status).toBe(200)
    expect((await world.call('PUT', one, { key: owner.invoiceKey, body })).status).toBe(403)
    expect((await world.call('DELETE', one, { key })).status).toBe(200)
    expect((await world.call('GET', one, { key })).status).toBe(404)
  })

  test('/api/v1/admin/extensions lists, enables and installs like /admin/api/v1/extensions', async () => {
    const url = '/api/v1/admin/extensions'
    const listed = await world.call('GET', url, { token })
    expect(listed.body).toEqual((await world.call('GET', '/admin/api/v1/extensions', { token })).body)
    const off = await world.call('POST', url, { token, body: { extension: 'withdraw', active: false } })
    expect(off).toMatchObject({ status: 200, body: { ext_id: 'withdraw', available: false } })
    await world.call('POST', url, { token, body: { extension: 'withdraw', active: true } })
    const body = { ext_id: 'withdraw', source_repo: 'builtin' }
    const installed = await world.call('POST', `${url}/install`, { token, body })
    expect(installed).toMatchObject({ status: 200, body: { ext_id: 'withdraw', installed: true } })
    const other = await tokenOf(world, await world.openWallet())
    expect((await world.call('POST', `${url}/install`, { token: other, body })).status).toBe(403)
  })

  test('details and releases of one extension have their documented names', async () => {
    const key = owner.invoiceKey
    const details = await world.call('GET', '/api/v1/extension/lnurlp/details', { key })
    expect(details).toMatchObject({ status: 200, body: { ext_id: 'lnurlp', active: true } })
    const { body } = await world.call('GET', '/api/v1/extension/lnurlp/releases', { key })
    expect(body).toEqual([expect.objectContaining({ ext_id: 'lnurlp', version: details.body.version })])
    expect((await world.call('GET', '/api/v1/extension/none/releases', { key })).status).toBe(404)
  })

  test('a share is offered by `user_id`, with permissions in capitals', async () => {
    const guest = await world.openWallet()
    const invite = (body: object) => world.call('PUT', '/api/v1/wallet/share/invite', { key: owner.adminKey, body })
    const permissions = ['VIEW_PAYMENTS', 'RECEIVE_PAYMENTS']
    expect(await invite({ user_id: guest.userId, permissions })).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        user_id: guest.userId,
        wallet_id: owner.id,
        permissions: ['view-payments', 'receive-payments'],
      },
    })
    const other = await world.openWallet()
    const plain = other.userId.replaceAll('-', '')
    expect(await invite({ user_id: plain, permissions })).toMatchObject({
      status: 201,
      body: { user_id: other.userId },
    })
    expect((await invite({ user_id: 'none', permissions })).status).toBe(404)
    expect(await invite({ permissions })).toMatchObject({
      status: 422,
      body: { detail: 'body.username: Field required' },
    })
  })

  test('the password changes by /api/v1/auth/update-password, which needs the old one', async () => {
    const account = { username: 'pat', password: 'first password' }
    const { access_token: first } = (await world.call('POST', '/api/v1/auth/register', { body: account })).body
    const update = (body: object) => world.call('PUT', '/api/v1/auth/update-password', { token: first, body })
    const wrong = await update({ old_password: 'wrong password', new_password: 'second password' })
    expect(wrong.status).toBe(400)
    const done = await update({ old_password: account.password, new_password: 'second password' })
    expect(done).toMatchObject({ status: 200, body: { detail: 'Password updated', token_type: 'bearer' } })
    const logIn = { username: 'pat', password: 'second password' }
    expect((await world.call('POST', '/api/v1/auth', { body: logIn })).status).toBe(200)
    expect((await update({ old_password: 'second password', new_password: 'third password' })).status).toBe(401)
  })

  test('a forgotten password is replaced by the link of an administrator; no email is announced', async () => {
    const account = { username: 'fay', password: 'first password' }
    const { id } = (await world.call('POST', '/api/v1/auth/register', { body: account })).body
    const linkFor = async () =>
      (await world.call('POST', `/users/api/v1/user/${id as string}/reset-link`, { token })).body.token as string
    const reset = (path: string, body: object) => world.call('PUT', path, { body })
    const first = { token: await linkFor(), password: 'second password', password_repeat: 'second password' }
    const done = await reset('/api/v1/auth/reset-password', first)
    expect(done).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    expect((await reset('/api/v1/auth/reset-password', first)).status).toBe(400)
    // As the web app of LNbits calls it.
    const second = { reset_key: await linkFor(), password: 'third password', password_repeat: 'third password' }
    expect(await reset('/lnbits/api/v1/auth/reset', second)).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), token_type: 'bearer' },
    })
    expect((await reset('/api/v1/auth/reset-password', { password: 'x' })).status).toBe(422)
    const logIn = { username: 'fay', password: 'third password' }
    expect((await world.call('POST', '/api/v1/auth', { body: logIn })).status).toBe(200)
    const asked = await world.call('POST', '/api/v1/auth/reset-password', { body: { email: 'fay@mail.example' } })
    expect(asked).toMatchObject({ status: 400, body: { detail: expect.stringContaining('administrator') } })
  })

  test('an extension has no reviews, under both paths; an unknown one is 404', async () => {
    const key = owner.invoiceKey
    for (const path of ['/api/v1/extension/lnurlp/reviews', '/lnbits/api/v1/extension/reviews/lnurlp'])
      expect(await world.call('GET', path, { key })).toMatchObject({ status: 200, body: { data: [], total: 0 } })
    expect((await world.call('GET', '/lnbits/api/v1/extension/reviews/tags', { key })).body).toEqual([])
    expect((await world.call('GET', '/api/v1/extension/none/reviews', { key })).status).toBe(404)
    expect((await world.call('GET', '/api/v1/extension/lnurlp/reviews')).status).toBe(401)
  })

  test('a QR code is a picture that anyone may load; too long a text is 400', async () => {
    const answer = await world.call('GET', '/api/v1/qrcode/lnbc1abc')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect((await world.call('GET', `/api/v1/qrcode/${'x'.repeat(3000)}`)).status).toBe(422)
  })
})
