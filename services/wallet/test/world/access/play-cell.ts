import { expect } from 'vitest'
import { ACCESS_EVENTS, type AccessEvent } from '../../../src/access/access-events.ts'
import { effectOf, KEPT_WITH_NEW_KEYS, type KeptWithNewKeys, WAYS_IN, type WayIn } from '../../../src/access/ways-in.ts'
import { tokenOf } from '../token-of.ts'
import { HAPPENINGS } from './access-happenings.ts'
import { type AccessStage, ROOT, type Subject } from './access-stage.ts'
import { LOG_INS, type OpenWay } from './open-log-ins.ts'
import { RECEIVERS } from './open-receivers.ts'
import { TOKENS } from './open-tokens.ts'
import { WALLET_WAYS } from './open-wallet-ways.ts'

export type PlayedWay = Exclude<WayIn, 'set-up-link'>
type PlayedEvent = keyof typeof HAPPENINGS

/** A way in of the table that is missing here does not compile. The set-up link has no account. */
const WAYS: Readonly<Record<PlayedWay, OpenWay>> = { ...LOG_INS, ...TOKENS, ...RECEIVERS, ...WALLET_WAYS }

export interface Cell {
  readonly way: PlayedWay
  readonly event: PlayedEvent
}

/** Every cell of the table that needs only one account and one wallet. */
export const CELLS: readonly Cell[] = (Object.keys(WAYS_IN) as WayIn[])
  .filter((way): way is PlayedWay => way !== 'set-up-link')
  .flatMap((way) =>
    ACCESS_EVENTS.filter((event): event is PlayedEvent => event in HAPPENINGS).map((event) => ({ way, event })),
  )

/** Opens the way in, lets the event happen, and compares with the table. */
export async function playCell(stage: AccessStage, { way, event }: Cell): Promise<void> {
  const opened = await stage.open()
  if (event === 'role-lowered') await stage.askAsRoot('PUT', `/users/api/v1/user/${opened.id}`, { is_admin: true })
  // A new role has ended the first token.
  const subject = { ...opened, token: await tokenOf(stage.world, { userId: opened.id }) }
  const isOpen = await WAYS[way](stage, subject, event)
  await HAPPENINGS[event](stage, subject)
  expect([way, event, await isOpen()]).toEqual([way, event, staysOpen(way, event)])
  if (event === 'account-promoted') await stage.takeOver(ROOT)
}

/** Ways in that survive new keys because the owner keeps them: for each name, the way in and those that depend on it. */
export const KEPT: readonly { readonly way: PlayedWay; readonly keep: KeptWithNewKeys }[] = [
  ...KEPT_WITH_NEW_KEYS.map((keep) => ({ way: keep, keep })),
  { way: 'guest-keys', keep: 'guest-share' },
  { way: 'lndhub-token', keep: 'lndhub-login' },
]

/** New keys with one thing kept, and then with everything else kept. */
export async function playKept(stage: AccessStage, { way, keep }: (typeof KEPT)[number]): Promise<void> {
  for (const isKept of [true, false]) {
    const subject = await stage.open()
    const isOpen = await WAYS[way](stage, subject, 'new-wallet-keys')
    const kept = KEPT_WITH_NEW_KEYS.filter((each) => (each === keep) === isKept)
    await HAPPENINGS['new-wallet-keys'](stage, subject, kept)
    expect([way, kept, await isOpen()]).toEqual([way, kept, isKept])
  }
}

/** Whether the way in works after the event. Enabling an account opens the ways in that its disabling only suspended. */
function staysOpen(way: PlayedWay, event: AccessEvent): boolean {
  const now = effectOf(way, event === 'account-enabled' ? 'account-disabled' : event).effect
  return now === 'stays' || (event === 'account-enabled' && now === 'sleeps')
}

/** Checks the probes themselves: without an event each way in is open. */
export async function playWithoutEvent(stage: AccessStage, way: PlayedWay): Promise<void> {
  const isOpen = await WAYS[way](stage, await stage.open(), undefined)
  expect([way, await isOpen()]).toEqual([way, true])
}

export const PLAYED_WAYS = Object.keys(WAYS) as PlayedWay[]

/** All ways in: those in the backup work again, whatever has ended since. */
export async function playRestoredBackup(stage: AccessStage): Promise<void> {
  const { world } = stage
  // A connection is in no backup.
  const ways = PLAYED_WAYS.filter((way) => way !== 'socket')
  const opened = new Map<PlayedWay, { subject: Subject; isOpen: () => Promise<boolean> }>()
  for (const way of ways) {
    const subject = await stage.open()
    opened.set(way, { subject, isOpen: await WAYS[way](stage, subject, 'backup-restored') })
  }
  let bringBack = async (): Promise<void> => undefined
  await world.restart({}, async (place) => {
    bringBack = await place.keep()
  })
  for (const { subject } of opened.values()) await HAPPENINGS['account-deleted'](stage, subject)
  await world.restart({}, () => bringBack())
  const closed: PlayedWay[] = []
  for (const [way, { isOpen }] of opened) if (!(await isOpen())) closed.push(way)
  expect(closed).toEqual(ways.filter((way) => effectOf(way, 'backup-restored').effect !== 'stays'))
}
