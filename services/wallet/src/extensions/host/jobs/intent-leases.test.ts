import { expect, onTestFinished, test } from 'vitest'
import { openJarWorld } from '../../../../test/world/extensions/open-jar-world.ts'
import { openLnurlService } from '../../../../test/world/lnurl-service.ts'

/** A jar that pays an LNURL whose answer waits for `release`, at two processes. */
async function open() {
  const jar = await openJarWorld('postgres')
  onTestFinished(() => jar.close())
  const { world, owner } = jar
  const second = await world.openBeside()
  const payee = await openLnurlService(world)
  const { promise, resolve } = Promise.withResolvers<void>()
  payee.before = () => promise
  const { id } = await jar.make({ most: 100 })
  const request = {
    method: 'POST',
    url: `/jar/api/v1/${id}/empty`,
    headers: { 'x-api-key': owner.adminKey },
    payload: { target: payee.url('/pay'), sats: 60, key: `${id} 1` },
  } as const
  const asked = () => payee.asked().map((one) => one.replace(/^GET (\S+?)(?:\?.*)?$/, '$1'))
  const begun = world.app.inject(request)
  await expect.poll(asked).toContain('/pay/callback')
  return { world, second, request, asked, begun, release: resolve }
}

test('two processes query the payee of a payout once', async () => {
  const { world, second, asked, begun, release } = await open()
  await Promise.all([world.tick(), second.tick()])
  expect(asked()).toEqual(['/pay', '/pay/callback'])
  release()
  expect((await begun).json()).toMatchObject({ state: 'paid' })
  await second.tick()
  expect(asked()).toEqual(['/pay', '/pay/callback'])
})

test('a request for a payout that another process attempts waits for that attempt', async () => {
  const { second, request, asked, begun, release } = await open()
  const waiting = second.app.inject(request)
  release()
  expect((await waiting).json()).toMatchObject({ state: 'paid' })
  expect((await begun).json()).toMatchObject({ state: 'paid' })
  expect(asked()).toEqual(['/pay', '/pay/callback'])
})
