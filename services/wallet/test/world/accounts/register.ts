import type { World } from '../open-world.ts'

export interface Registered {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly token: string
}

let registered = 0

/** Registers a new account with a password. */
export async function register(world: World, more: { readonly username?: string } = {}): Promise<Registered> {
  registered += 1
  const { username = `someone-${registered}` } = more
  const password = `password of ${username}`
  const { status, body } = await world.call('POST', '/api/v1/auth/register', { body: { username, password } })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return { id: body.id, username, password, token: body.access_token }
}
