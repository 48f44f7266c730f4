import { expect } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import { openWorld, type World, type WorldWallet } from '../open-world.ts'
import { activateExtension } from './activate-extension.ts'
import { JAR } from './jar-extension.ts'

/** A service with nothing but the jar, and an account with 5000 sat that uses it. */
export interface JarWorld {
  readonly world: World
  readonly owner: WorldWallet
  make(body?: object, wallet?: WorldWallet): Promise<Record<string, never>>
  see(id: string, wallet?: WorldWallet): Promise<Record<string, unknown>>
  /** Creates an invoice whose payment fills the jar. */
  fill(id: string): Promise<string>
  /** Closes the service; the books must be right. */
  close(): Promise<void>
}

export async function openJarWorld(dialect: Dialect): Promise<JarWorld> {
  const world = await openWorld({ dialect, builtIns: [JAR], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
  const owner = await world.openWallet(5000)
  await activateExtension(world, owner, 'jar')
  return {
    world,
    owner,
    async make(body = {}, wallet = owner) {
      const answer = await world.call('POST', '/jar/api/v1/', { key: wallet.adminKey, body: { name: 'Tips', ...body } })
      expect(answer).toMatchObject({ status: 201 })
      return answer.body
    },
    see: async (id, wallet = owner) => (await world.call('GET', `/jar/api/v1/${id}`, { key: wallet.adminKey })).body,
    async fill(id) {
      const { status, body } = await world.call('POST', `/jar/public/${id}/fill`, { body: {} })
      expect(status).toBe(201)
      return body.payment_request
    },
    async close() {
      expect(await world.violations()).toEqual([])
      await world.close()
    },
  }
}
