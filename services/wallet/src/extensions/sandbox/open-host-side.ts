import type { Permission } from '@satchel/extension-sdk/extension'
import { Rejection } from '@satchel/extension-sdk/rejection'
import type { HostSide } from '@satchel/sandbox/host-side'
import type { Json } from '@satchel/sandbox/messages'
import type { AnyCtx } from '../host/run/run-parts.ts'
import { callsFor, findCall } from './host-calls.ts'

/** The context of one run, for code in the sandbox. */
export function openHostSide(permissions: readonly Permission[], ctx: AnyCtx): HostSide {
  let lines = 0
  return {
    now: () => ctx.now(),
    facts: () => ({ may: callsFor(permissions), values: valuesOf(permissions, ctx) }),
    call: async (name, args) => (await findCall(permissions, name, undefined)(ctx, args)) as Json | undefined,
    ask: (name, args) => findCall(permissions, name, 'sync')(ctx, args) as Json | undefined,
    notice(name, args) {
      const notice = findCall(permissions, name, 'notice')
      if (!isLogLine(name)) return void notice(ctx, args)
      lines += 1
      if (lines <= MAX_LINES) notice(ctx, shortened(args))
    },
    toGuestError,
  }
}

/** Log lines in one run; further ones are dropped. */
const MAX_LINES = 20
const MAX_DATA = 1024

const isLogLine = (name: string): boolean => name.startsWith('log.')

/** The message is cut by the log itself. */
function shortened([message, data]: readonly Json[]): readonly Json[] {
  const text = data === undefined ? '' : JSON.stringify(data)
  return [
    typeof message === 'string' ? message : JSON.stringify(message ?? null),
    ...(text === '' ? [] : [text.length > MAX_DATA ? text.slice(0, MAX_DATA) : (data ?? null)]),
  ]
}

/** For functions without a context. */
export const openBareSide = (now: () => number): HostSide => {
  const none = (): never => {
    throw new Error('there is no context here')
  }
  return { now, facts: () => ({ may: [], values: {} }), call: none, ask: none, notice: none, toGuestError }
}

function toGuestError(error: unknown): ReturnType<HostSide['toGuestError']> {
  if (!(error instanceof Rejection)) return undefined
  const { status, detail, retryAfterSeconds } = error
  return { kind: 'rejection', status, detail, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

function valuesOf(permissions: readonly Permission[], ctx: AnyCtx): { readonly [name: string]: Json } {
  const hasNostr = permissions.some(({ id }) => id === 'nostr')
  const { visitor, nodePubkey, network, maxSat, domains, formerHosts } = ctx
  const facts = {
    base: ctx.url(''),
    'visitor.id': visitor.id,
    'visitor.language': visitor.language,
    'visitor.reserves': visitor.reserves,
    ...(hasNostr && { 'nostr.pubkey': ctx.nostr.pubkey, 'nostr.relays': ctx.nostr.relays }),
    nodePubkey,
    network,
    maxSat,
    domains,
    formerHosts,
  }
  return facts
}
