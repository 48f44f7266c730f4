import { defineExtension } from '@satchel/extension-sdk/extension'
import { OWN_RELAY } from '@satchel/extension-sdk/nostr'
import { openLoopbackDns } from '@satchel/outbound/world/loopback-dns'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openTestSocket } from '../../../../test/world/open-test-socket.ts'
import { openWorld } from '../../../../test/world/open-world.ts'

const [APP, SERVICE] = [generateSecretKey(), getPublicKey(generateSecretKey())]
const KIND = 23_194

/** Subscribes at one relay. */
const listenerAt = (relay: string) =>
  defineExtension({
    manifest: {
      id: 'listener',
      name: 'Listener',
      version: '1.0.0',
      short_description: 'Listens.',
      api_version: 1,
      permissions: [{ id: 'nostr', reason: 'listens' }],
    },
    resource: {},
    nostr: {
      subscriptions: async () => [
        { relays: [relay], filter: { kinds: [KIND], authors: [getPublicKey(APP)], '#p': [SERVICE] }, announce: [] },
      ],
      onEvent: async () => undefined,
    },
  })

/** What our own relay answers to an event for the listener. */
async function answerAt(relay: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const dns = await openLoopbackDns(() => undefined)
  const env = {
    SERVICE_NOSTR_OWN_RELAY: 'true',
    SERVICE_PUBLIC_URL: 'https://pay.example',
    SERVICE_DOMAINS: 'shop.example',
    SERVICE_FORMER_URLS: 'https://old.example/base',
    SERVICE_OUTBOUND_DNS: dns.address,
    ...more,
  }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [listenerAt(relay)], env })
  onTestFinished(() => world.close())
  await activateExtension(world, await world.openWallet(), 'listener')
  const listening = await world.app.listen({ host: '127.0.0.1', port: 0 })
  await world.tick()
  const socket = await openTestSocket(`${listening.replace('http', 'ws')}/nwcprovider/relay`)
  const template = { kind: KIND, created_at: world.nowSeconds(), tags: [['p', SERVICE]], content: 'x' }
  socket.say(['EVENT', finalizeEvent(template, APP)])
  await expect.poll(() => socket.messages.length).toBe(1)
  return (socket.messages as unknown as readonly unknown[][])[0]?.slice(2)
}

test.each([
  OWN_RELAY,
  'wss://pay.example/nwcprovider/relay',
  'wss://shop.example/nwcprovider/relay',
  'wss://old.example/base/nwcprovider/relay',
  'wss://old.example/base/nostrclient/api/v1/relay',
])('%s is our own relay', async (relay) => {
  expect(await answerAt(relay)).toEqual([true, ''])
})

test.each([
  'wss://elsewhere.example/nwcprovider/relay',
  'wss://old.example/nwcprovider/relay',
  'wss://pay.example/relay',
  'wss://pay.example/nwcprovider/relay/x',
])('%s is an external relay, and gets nothing from ours', async (relay) => {
  expect(await answerAt(relay)).toEqual([false, expect.stringContaining('blocked')])
})
