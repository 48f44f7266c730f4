import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { BITCOINSWITCH } from './bitcoinswitch.ts'

async function open() {
  const env = { SERVICE_RATE_LIMIT_NO: '100000', SERVICE_TRUSTED_PROXIES: '127.0.0.1' }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [BITCOINSWITCH], env })
  onTestFinished(() => world.close())
  const owner = await world.openWallet()
  await activateExtension(world, owner, 'bitcoinswitch')
  const body = {
    title: 'Door',
    password: 'sesame',
    require_device: false,
    switches: [{ pin: 3, amount: 100, duration: 2000 }],
  }
  const { id } = (await world.call('POST', '/bitcoinswitch/api/v1/', { key: owner.adminKey, body })).body
  const ask = async (comment: string, from: string): Promise<{ pr?: string; reason?: string }> => {
    const path = `/bitcoinswitch/lnurl/${id}/cb?pin=3&amount=100000&comment=${encodeURIComponent(comment)}`
    return (await world.call('GET', path, { headers: { 'x-forwarded-for': from } })).body
  }
  return { world, ask }
}

test('a comment that only contains the password in another word is refused', async () => {
  const { ask } = await open()
  for (const comment of ['xsesame', 'sesamey', 'abcsesamedef']) {
    expect(await ask(comment, '192.0.2.1')).not.toHaveProperty('pr')
  }
  expect(await ask('sesame', '192.0.2.1')).toHaveProperty('pr')
})

test('after ten wrong passwords an address gets no answer for an hour, and another address is served', async () => {
  const { world, ask } = await open()
  for (let n = 0; n < 10; n += 1) expect(await ask(`guess${n}`, '192.0.2.1')).not.toHaveProperty('pr')
  expect((await ask('sesame', '192.0.2.1')).reason).toContain('Too many wrong passwords')
  expect(await ask('sesame', '192.0.2.2')).toHaveProperty('pr')
  world.advance(3600)
  expect(await ask('sesame', '192.0.2.1')).toHaveProperty('pr')
})
