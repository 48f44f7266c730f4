import { expect } from 'vitest'
import type { AccessEvent } from '../../../src/access/access-events.ts'
import type { KeptWithNewKeys } from '../../../src/access/ways-in.ts'
import type { Answer } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'
import type { AccessStage, Subject } from './access-stage.ts'

/** The parts of a stage with which tests cause events. */
export type EventStage = Pick<AccessStage, 'world' | 'askAsRoot' | 'takeOver'>
/** `kept`: what the owner of the wallet chooses to keep, if the event offers a choice. */
type Happen = (stage: EventStage, subject: Subject, kept?: readonly KeptWithNewKeys[]) => Promise<unknown>

const done = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
  return answer
}

const user = ({ id }: Subject): string => `/users/api/v1/user/${id}`
const NEW = 'another good password'
const as = async (stage: EventStage, { id: userId }: Subject) => ({ token: await tokenOf(stage.world, { userId }) })

/** The share with the guest, created if there is none. */
async function shareOf(stage: EventStage, subject: Subject): Promise<string> {
  const by = await as(stage, subject)
  const { username } = (
    await stage.world.call('GET', '/api/v1/auth', { token: await tokenOf(stage.world, subject.guest) })
  ).body
  const body = { username, permissions: ['view-payments', 'send-payments'] }
  const url = `?wallet_id=${subject.wallet.id}`
  const invited = await stage.world.call('PUT', `/api/v1/wallet/share/invite${url}`, { ...by, body })
  if (invited.status === 201) return invited.body.share_request_id
  return (await done(stage.world.call('GET', '/api/v1/wallet/share', by))).body[0].share_request_id
}

/** Causes each event as a user or an operator does. The restore of a backup is tested for all ways in together. */
export const HAPPENINGS: Readonly<Record<Exclude<AccessEvent, 'backup-restored'>, Happen>> = {
  'new-password': async (stage, subject) =>
    done(
      stage.world.call('PUT', '/api/v1/auth/password', {
        ...(await as(stage, subject)),
        body: { password_old: subject.password, password: NEW, password_repeat: NEW },
      }),
    ),
  'log-out-everywhere': async (stage, subject) =>
    done(stage.world.call('POST', '/api/v1/auth/logout-everywhere', await as(stage, subject))),
  async 'reset-by-link'(stage, subject) {
    const { body } = await done(stage.askAsRoot('POST', `${user(subject)}/reset-link`))
    const token = String(body.url).split('=').at(-1)
    await done(stage.world.call('PUT', '/api/v1/auth/reset', { body: { token, password: NEW } }))
  },
  'second-factor-removed': (stage, subject) => done(stage.askAsRoot('DELETE', `${user(subject)}/second-factor`)),
  'new-wallet-keys': (stage, { wallet }, keep = []) =>
    done(stage.world.call('PUT', '/api/v1/wallet/reset', { key: wallet.adminKey, body: { keep } })),
  async 'share-ended'(stage, subject) {
    const id = await shareOf(stage, subject)
    await done(stage.world.call('DELETE', `/api/v1/wallet/share/${id}`, await as(stage, subject)))
  },
  async 'right-lowered'(stage, subject) {
    const id = await shareOf(stage, subject)
    const body = { permissions: ['view-payments'] }
    await done(stage.world.call('PUT', `/api/v1/wallet/share/${id}`, { ...(await as(stage, subject)), body }))
  },
  'role-lowered': (stage, subject) => done(stage.askAsRoot('PUT', user(subject), { is_admin: false })),
  'account-disabled': (stage, subject) => done(stage.askAsRoot('PUT', user(subject), { disabled: true })),
  async 'account-enabled'(stage, subject) {
    await done(stage.askAsRoot('PUT', user(subject), { disabled: true }))
    await done(stage.askAsRoot('PUT', user(subject), { disabled: false }))
  },
  'account-deleted': (stage, subject) => done(stage.askAsRoot('DELETE', user(subject))),
  'account-promoted': (stage, { username }) => stage.takeOver({ username, password: NEW }),
  'wallet-closed': async (stage, subject) =>
    done(stage.world.call('DELETE', `/api/v1/wallet?wallet_id=${subject.wallet.id}`, await as(stage, subject))),
}
