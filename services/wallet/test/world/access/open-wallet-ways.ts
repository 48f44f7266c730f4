import { hash } from 'node:crypto'
import { expect } from 'vitest'
import type { WayIn } from '../../../src/access/ways-in.ts'
import { shareWallet } from '../accounts/share-wallet.ts'
import { GOOD_MACHINE } from '../extensions/drive-fossa.ts'
import { eventBody } from '../extensions/open-box-office.ts'
import { newUid, scanCard } from '../extensions/software-card.ts'
import { openSoftwareDevice } from '../extensions/software-device.ts'
import { listen, openNwcApp } from '../nostr/open-nwc-world.ts'
import { openTextSocket } from '../open-test-socket.ts'
import type { Answer } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'
import { writeDirectly } from '../write-directly.ts'
import type { AccessStage, Subject } from './access-stage.ts'
import type { OpenWay } from './open-log-ins.ts'

type OfWallet = Extract<
  WayIn,
  | 'admin-key'
  | 'invoice-key'
  | 'guest-share'
  | 'guest-keys'
  | 'lndhub-login'
  | 'imported-lndhub-login'
  | 'lndhub-token'
  | 'nwc-connection'
  | 'bolt-card'
  | 'withdraw-link'
  | 'cash-machine'
  | 'payout'
  | 'door-link'
  | 'device-token'
>

const byKey = async (stage: AccessStage, key: string): Promise<boolean> =>
  (await stage.ask('GET', '/api/v1/wallet', { key })).status === 200

async function make(stage: AccessStage, { wallet }: Subject, extension: string, body: object): Promise<Answer['body']> {
  const answer = await stage.ask('POST', `/${extension}/api/v1/`, { key: wallet.adminKey, body })
  expect([extension, answer.status, answer.body]).toEqual([extension, 201, expect.anything()])
  return answer.body
}

const makeLogin = (stage: AccessStage, subject: Subject) =>
  make(stage, subject, 'lndhub', { label: 'Phone', mode: 'admin' })

const auth = async (stage: AccessStage, login: string, password: string): Promise<string | undefined> =>
  (await stage.ask('POST', '/lndhub/ext/auth', { body: { login, password } })).body.access_token

const readsBalance = async (stage: AccessStage, token: string): Promise<boolean> =>
  (await stage.ask('GET', '/lndhub/ext/balance', { token })).body.BTC !== undefined

async function connect(stage: AccessStage, subject: Subject) {
  const body = { description: 'App', permissions: ['balance'] }
  const made = await make(stage, subject, 'nwcprovider', body)
  await listen(stage.world, [stage.relay], made.service_pubkey)
  return openNwcApp({ world: stage.world, relays: [stage.relay], work: () => stage.world.tick() }, made)
}

/** Access that belongs to a wallet: its keys, its guests, and items of extensions. */
export const WALLET_WAYS: Readonly<Record<OfWallet, OpenWay>> = {
  'admin-key':
    async (stage, { wallet }) =>
    () =>
      byKey(stage, wallet.adminKey),
  'invoice-key':
    async (stage, { wallet }) =>
    () =>
      byKey(stage, wallet.invoiceKey),
  async 'guest-share'(stage, { wallet, guest }) {
    const { token } = await shareWallet(stage.world, wallet, guest)
    return async () => (await stage.ask('GET', `/api/v1/wallet?wallet_id=${wallet.id}`, { token })).status === 200
  },
  async 'guest-keys'(stage, { wallet, guest }) {
    const { wallet: shared } = await shareWallet(stage.world, wallet, guest)
    return async () => (await byKey(stage, shared.adminkey)) && byKey(stage, shared.inkey)
  },
  async 'lndhub-login'(stage, subject) {
    const { login, secret } = await makeLogin(stage, subject)
    return async () => (await auth(stage, login, secret)) !== undefined
  },
  async 'lndhub-token'(stage, subject) {
    const { login, secret } = await makeLogin(stage, subject)
    const token = (await auth(stage, login, secret)) ?? ''
    return () => readsBalance(stage, token)
  },
  async 'imported-lndhub-login'(stage, subject) {
    const { id, login } = await makeLogin(stage, subject)
    const { adminKey } = subject.wallet
    // As an import writes it: the key is the password.
    const digest = hash('sha256', adminKey)
    const name = `admin-${digest.slice(0, 40)}`
    const own = `ext_id = 'lndhub' AND kind = 'items'`
    const { secret } = (await stage.world.db.first(
      `SELECT data FROM extension_rows WHERE ${own} AND id = $1`,
      [id],
      (row: { data: string }) => JSON.parse(row.data) as { secret: string },
    )) as { secret: string }
    await writeDirectly(
      stage.world,
      `UPDATE extension_rows SET data = replace(replace(data, '${login}', '${name}'), '${secret}', '${digest}') WHERE ${own} AND id = '${id}';
       UPDATE extension_keys SET value = '${name}' WHERE ${own} AND field = 'login' AND row_id = '${id}'`,
    )
    return () => readsBalance(stage, adminKey)
  },
  async 'nwc-connection'(stage, subject) {
    const app = await connect(stage, subject)
    return async () => {
      const [mine, control] = [app.request('get_balance'), await connect(stage, await stage.open())]
      await app.sendTo(mine, [stage.relay])
      // The relay keeps their order: when this one is answered, the earlier one will not be.
      await control.ask('get_balance', {}, { over: [stage.relay] })
      const [answer] = app.answersTo(mine)
      return answer !== undefined && app.read(answer).error === null
    }
  },
  async 'bolt-card'(stage, subject) {
    const card = await make(stage, subject, 'boltcards', {
      card_name: 'Card',
      uid: newUid(),
      tx_limit: 100,
      daily_limit: 250,
    })
    return async () => (await scanCard({ ...stage.world, call: stage.ask }, card, 7)).tag === 'withdrawRequest'
  },
  async 'withdraw-link'(stage, subject) {
    const link = await make(stage, subject, 'withdraw', {
      title: 'Link',
      min_withdrawable: 1,
      max_withdrawable: 1,
      uses: 1,
    })
    return async () => (await stage.ask('GET', `/withdraw/lnurl/${link.hash}`)).body.tag === 'withdrawRequest'
  },
  async 'cash-machine'(stage, subject) {
    const { id, key } = await make(stage, subject, 'fossa', GOOD_MACHINE)
    const code = openSoftwareDevice(key).authenticated(100).toString('base64url')
    return async () => (await stage.ask('GET', `/fossa/lnurl/${id}?p=${code}`)).body.tag === 'withdrawRequest'
  },
  async payout(stage, { wallet, ...owner }) {
    const { world } = stage
    const token = await tokenOf(world, wallet)
    const { body: target } = await stage.ask('POST', '/api/v1/wallet', { token, body: { name: 'Target' } })
    await make(stage, { wallet, ...owner }, 'splitpayments', { target: target.id, percent: 50 })
    const payer = await world.openWallet(1000)
    const invoices = await Promise.all(Array.from({ length: 6 }, () => world.invoice(wallet, 10)))
    const received = async (): Promise<bigint> => {
      const sql = 'SELECT available_msat AS msat FROM balances WHERE wallet_id = $1'
      return (await world.db.first(sql, [target.id], (row: { msat: bigint }) => row.msat)) ?? 0n
    }
    return async () => {
      const before = await received()
      await world.send(payer, String(invoices.pop()?.payment_request))
      await world.tick()
      return (await received()) > before
    }
  },
  async 'door-link'(stage, subject) {
    const { id } = await make(stage, subject, 'events', eventBody())
    const { adminKey: key } = subject.wallet
    const { body } = await stage.ask('POST', `/events/api/v1/${id}/door`, { key })
    const secret = String(body.door_link).split('#')[1]
    return async () =>
      (await stage.ask('POST', `/events/public/${id}/door`, { body: { secret, ticket: 'x' } })).status === 200
  },
  async 'device-token'(stage, subject) {
    const body = { title: 'Machine', currency: 'sat', switches: [{ pin: 1, label: 'One', amount: 10, duration: 100 }] }
    const { id, device_token: token } = await make(stage, subject, 'bitcoinswitch', body)
    return async () => {
      const url = `${await stage.socketUrl()}/bitcoinswitch/ws/${id}?token=${token}`
      const socket = await openTextSocket(url).catch(() => undefined)
      socket?.socket.close()
      return socket !== undefined
    }
  },
}
