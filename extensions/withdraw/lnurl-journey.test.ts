import { reservePort } from '@satchel/outbound/world/reserve-port'
import { bech32 } from '@scure/base'
import { getParams, type LNURLResponse, type LNURLWithdrawParams } from 'js-lnurl'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { newUid, tapPath } from '../../services/wallet/test/world/extensions/software-card.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { BOLTCARDS } from '../boltcards/boltcards.ts'
import { TPOS } from '../tpos/tpos.ts'
import { WITHDRAW } from './withdraw.ts'

/** A listening service, and the wallet of a user who only has a code to scan. */
async function open() {
  const port = await reservePort()
  const env = { SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}` }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [WITHDRAW, TPOS, BOLTCARDS], env })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  await world.app.listen({ host: '127.0.0.1', port })
  const owner = await world.openWallet(100_000)
  for (const extId of ['withdraw', 'tpos', 'boltcards']) await activateExtension(world, owner, extId)
  const make = async (path: string, body: object) => {
    const answer = await world.call('POST', path, { key: owner.adminKey, body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  /** The amount sent by the wallet, in satoshis without fees. */
  const takenFor = async (hash: string): Promise<number> => {
    await world.tick()
    const { body } = await world.call('GET', `/api/v1/payments/${hash}`, { key: owner.adminKey })
    return body.details.status === 'success' ? -Number(body.details.amount) : 0
  }
  return { world, owner, make, takenFor, base: env.SERVICE_PUBLIC_URL }
}

/** The offer of the code, read by the library; `ERROR` is the reason if there is none. */
async function scan(code: string): Promise<LNURLWithdrawParams> {
  const read = await getParams(code)
  expect(read).toMatchObject({ tag: 'withdrawRequest', domain: '127.0.0.1' })
  return read as LNURLWithdrawParams
}

/** The callback, which the library leaves to wallets (LUD-03). */
async function claim(
  { callback, k1 }: LNURLWithdrawParams,
  pr: string,
): Promise<Omit<LNURLResponse, 'domain' | 'url'>> {
  const url = new URL(callback)
  url.searchParams.set('k1', k1)
  url.searchParams.set('pr', pr)
  return (await (await fetch(url)).json()) as LNURLResponse
}

test('an independent wallet withdraws by a link, once for each use, and gets an error when nothing is left', async () => {
  const { world, make, takenFor } = await open()
  const good = { title: 'Gift & more', min_withdrawable: 10, max_withdrawable: 20, uses: 2, wait_time: 0 }
  const { lnurl } = await make('/withdraw/api/v1/', good)
  // As in QR codes, and as in links.
  for (const code of [
    String(lnurl).toUpperCase(),
    `https://wallet.example/?lightning=${String(lnurl).toLowerCase()}`,
  ]) {
    const offer = await scan(code)
    expect(offer).toMatchObject({
      minWithdrawable: 10_000,
      maxWithdrawable: 20_000,
      defaultDescription: 'Gift & more',
    })
    const tooMuch = await world.foreignInvoice(offer.maxWithdrawable + 1000)
    expect(await claim(offer, tooMuch.bolt11)).toMatchObject({ status: 'ERROR' })
    const { bolt11, hash } = await world.foreignInvoice(offer.maxWithdrawable)
    expect(await claim(offer, bolt11)).toEqual({ status: 'OK' })
    expect(await takenFor(hash)).toBe(20)
    expect(await claim(offer, (await world.foreignInvoice(10_000)).bolt11)).toMatchObject({ status: 'ERROR' })
  }
  expect(await getParams(lnurl)).toMatchObject({ status: 'ERROR', reason: expect.stringContaining('used up') })
})

test('an independent wallet withdraws the cash-out of a till, and the refund of a tapped card', async () => {
  const { world, owner, make, takenFor, base } = await open()
  const till = await make('/tpos/api/v1/', { name: 'Bar', currency: 'sat', withdraw_limit: 1000 })
  const charge = { key: owner.adminKey, body: { amount: 300 } }
  const { lnurl } = (await world.call('POST', `/tpos/api/v1/${till.id}/charges`, charge)).body
  const card = await make('/boltcards/api/v1/', { card_name: 'Ada', uid: newUid(), tx_limit: 100, daily_limit: 250 })
  // A card contains its URL in plain, which requires https; its bech32 form is the same URL.
  const tapped = bech32.encode('lnurl', bech32.toWords(Buffer.from(base + tapPath(card, 1))), false)
  for (const [code, msat] of [
    [lnurl, 300_000],
    [tapped, 100_000],
  ] as const) {
    const offer = await scan(code)
    expect(offer.maxWithdrawable).toBe(msat)
    const { bolt11, hash } = await world.foreignInvoice(msat)
    expect(await claim(offer, bolt11)).toEqual({ status: 'OK' })
    expect(await takenFor(hash)).toBe(msat / 1000)
    const again = await world.foreignInvoice(msat)
    expect(await claim(offer, again.bolt11)).toMatchObject({ status: 'ERROR' })
  }
  // The same tap again, as recorded by an eavesdropper.
  expect(await getParams(tapped)).toMatchObject({ status: 'ERROR' })
})
