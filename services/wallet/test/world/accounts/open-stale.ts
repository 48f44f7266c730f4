import type { Answer, CallOptions, World } from '../open-world.ts'
import { openBrowser, type TestBrowser } from './open-browser.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface AskedRoute {
  readonly method: Method
  readonly url: string
  readonly body?: object | undefined
}

/** A user with a session in a browser and an access token, both older than a proof of identity may be. */
export interface StaleUser {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly browser: TestBrowser
  /** From a log-in 11 minutes ago. */
  readonly token: string
  /** Admin key of the wallet. */
  readonly adminKey: string
  call(route: AskedRoute, options: CallOptions): Promise<Answer>
}

/** `prepare` runs while the proofs are fresh. */
export async function openStale<Prepared>(
  world: World,
  username: string,
  { prepare }: { prepare: (token: string, userId: string) => Promise<Prepared> },
): Promise<StaleUser & { readonly prepared: Prepared }> {
  const password = 'a good password'
  const browser = await openBrowser(world, username, password)
  const { body } = await world.call('POST', '/api/v1/auth', { body: { username, password } })
  const token = body.access_token as string
  const { id } = (await world.call('GET', '/api/v1/auth', { token })).body
  const { adminkey: adminKey } = (await world.call('GET', '/api/v1/wallet', { token })).body
  const prepared = await prepare(token, id)
  world.advance(661)
  const call = ({ method, url, body: sent }: AskedRoute, options: CallOptions) =>
    world.call(method, url, { ...options, ...(sent !== undefined && { body: sent }) })
  return { id, username, password, browser, token, adminKey, prepared, call }
}

/** What a call answers with the stale token, in the stale session, and in each of them after a step-up. */
export async function askStale(user: StaleUser, route: AskedRoute | (() => AskedRoute)): Promise<readonly unknown[]> {
  const asked = typeof route === 'function' ? route : () => route
  const inBrowser = () => {
    const { method, url, body } = asked()
    return user.browser.call(method, url, { body })
  }
  const summary = ({ status, body }: Answer) => (status < 300 ? status : [status, body.code, body.step_up])
  const proof = { method: 'POST', url: '/api/v1/auth/step-up', body: { password: user.password } } as const
  const stale = [summary(await user.call(asked(), { token: user.token })), summary(await inBrowser())]
  const { body } = await user.call(proof, { token: user.token })
  const byToken = summary(await user.call(asked(), { token: body.access_token }))
  await user.browser.call(proof.method, proof.url, { body: proof.body })
  return [...stale, byToken, summary(await inBrowser())]
}

const REFUSED = [401, 'step_up_required']
/** A stale token and a stale session must prove their identity; then both get the status. */
export const asked = (status: number) => [
  [...REFUSED, ['password', 'login']],
  [...REFUSED, ['password']],
  status,
  status,
]
