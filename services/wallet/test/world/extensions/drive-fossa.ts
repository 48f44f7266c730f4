import type { World, WorldWallet } from '../open-world.ts'
import { openSoftwareDevice, type SoftwareDevice } from './software-device.ts'

export const GOOD_MACHINE = { title: 'Kiosk', currency: 'usd', daily_limit: 100_000 }
/** A dollar is 2,000 sat. */
export const FOSSA_RATES = { SERVICE_FIXED_RATES: '{"USD":50000}' }

export const codeText = (code: Buffer): string => code.toString('base64url')

/** An item of the owner, and its device. */
export interface Machine {
  readonly id: string
  readonly key: string
  readonly device: SoftwareDevice
}

/** For tests: what operators, devices and wallets do with the extension `fossa`. */
export function driveFossa(world: () => World, owner: () => WorldWallet) {
  const create = (body: object) =>
    world().call('POST', '/fossa/api/v1/', { key: owner().adminKey, body: { ...GOOD_MACHINE, ...body } })
  return {
    create,
    make: async (body: object = {}): Promise<Machine> => {
      const answer = await create(body)
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      const { id, key } = answer.body
      return { id, key, device: openSoftwareDevice(key) }
    },
    put: (id: string, body: object) => world().call('PUT', `/fossa/api/v1/${id}`, { key: owner().adminKey, body }),
    see: async (id: string) => (await world().call('GET', `/fossa/api/v1/${id}`, { key: owner().adminKey })).body,
    claims: async (id: string) =>
      (await world().call('GET', `/fossa/api/v1/${id}/claims`, { key: owner().invoiceKey })).body,
    scan: async (id: string, code: string) =>
      (await world().call('GET', `/fossa/lnurl/${id}?p=${encodeURIComponent(code)}`)).body,
    take: async (id: string, k1: string, sat: number) => {
      const { bolt11 } = await world().foreignInvoice(sat * 1000)
      return (await world().call('GET', `/fossa/lnurl/${id}/cb?k1=${k1}&pr=${bolt11}`)).body
    },
    release: (id: string, claim: string) =>
      world().call('POST', `/fossa/api/v1/${id}/claims/${claim}/release`, { key: owner().adminKey }),
  }
}
