import { expect } from 'vitest'
import type { Answer, World, WorldWallet } from '../open-world.ts'

export interface Hub {
  /** A login as its owner makes it, of mode admin. */
  make(body?: object, wallet?: WorldWallet): Promise<Answer['body']>
  logIn(login: { readonly login: string; readonly secret: string }): Promise<Answer['body']>
  /** A new login, and an access token of it. */
  open(body?: object, wallet?: WorldWallet): Promise<{ readonly id: string; readonly token: string }>
  /** A call of the protocol: each is HTTP 200. */
  call(method: 'GET' | 'POST', path: string, token?: string, body?: object): Promise<Answer['body']>
  /** The login as its owner sees it. */
  see(id: string): Promise<Answer['body']>
  put(id: string, body: object): Promise<Answer>
}

/** The logins of `lndhub`, for their owner and for apps. */
export function openHub(world: World, owner: WorldWallet): Hub {
  const hub: Hub = {
    async make(body = {}, wallet = owner) {
      const all = { label: 'Phone', mode: 'admin', ...body }
      const answer = await world.call('POST', '/lndhub/api/v1/', { key: wallet.adminKey, body: all })
      expect(answer).toMatchObject({ status: 201 })
      return answer.body
    },
    logIn: ({ login, secret: password }) => hub.call('POST', 'auth?type=auth', undefined, { login, password }),
    async open(body, wallet) {
      const made = await hub.make(body, wallet)
      return { id: made.id, token: (await hub.logIn(made)).access_token }
    },
    async call(method, path, token, body) {
      const { status, body: answer } = await world.call(method, `/lndhub/ext/${path}`, { token, body })
      expect(status).toBe(200)
      return answer
    },
    see: async (id) => (await world.call('GET', `/lndhub/api/v1/${id}`, { key: owner.adminKey })).body,
    put: (id, body) => world.call('PUT', `/lndhub/api/v1/${id}`, { key: owner.adminKey, body }),
  }
  return hub
}

export const refusedWith = (code: number): object => ({ error: true, code, message: expect.any(String) as string })

/** Bytes as apps expect them. */
export const bufferOf = (hex: string): object => ({ type: 'Buffer', data: [...Buffer.from(hex, 'hex')] })
