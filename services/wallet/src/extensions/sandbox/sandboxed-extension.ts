import type {
  AnyExtension,
  Connection,
  Permission,
  Reply,
  RouteRequest,
  Socket,
} from '@satchel/extension-sdk/extension'
import type { CodeDescription, DescribedRoute, Hook, SocketHook } from '@satchel/extension-sdk/package/code-description'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { HostSide } from '@satchel/sandbox/host-side'
import { LIMITS } from '@satchel/sandbox/limits'
import type { GuestCode } from '@satchel/sandbox/load-code'
import type { GuestCall, Json } from '@satchel/sandbox/messages'
import type { Sandbox } from '@satchel/sandbox/sandbox'
import type { AnyCtx } from '../host/run/run-parts.ts'
import { triggerOf } from '../host/run/run-triggers.ts'
import type { Trigger } from '../host/run/trigger.ts'
import { checkFrames } from './check-frames.ts'
import { fromGuest } from './guest-error.ts'
import { isChannel } from './is-channel.ts'
import { openBareSide, openHostSide } from './open-host-side.ts'
import { readSubscriptions } from './read-subscriptions.ts'

export interface SandboxedOptions {
  /** The content of the manifest: everything of the definition except the code. */
  readonly stated: Pick<AnyExtension, 'manifest' | 'resource' | 'noun' | 'owner' | 'filters'>
  readonly described: CodeDescription
  /** The permissions of its code; default: those that its manifest asks for. */
  readonly permissions?: readonly Permission[]
  readonly code: GuestCode
  readonly sandbox: Sandbox
  readonly clock: () => number
  /** Called before a run; may throw. */
  readonly onRun: (host: HostSide, trigger: Trigger) => void
  /** Checks the answer of a route: throws for answers that a package must not send. */
  readonly checkReply: (reply: unknown, route: DescribedRoute) => Reply
  /** A request, as its code may read it. */
  readonly toGuest: <R extends AnyRequest>(request: R) => R
  /** The context of a run, as its code may use it. */
  readonly toGuestContext: (ctx: AnyCtx) => AnyCtx
}

type AnyRequest = Pick<RouteRequest<Shape>, 'headers' | 'query'>

/** Calls a function of the package. */
type CallGuest = (
  path: readonly string[],
  args: readonly unknown[],
  options: { readonly ctx?: AnyCtx | undefined; readonly contextAt?: number; readonly forMs: number },
) => Promise<Json | undefined>

/**
 * The definition of a package whose functions run in the sandbox. The host runs it like a built-in; only the functions
 * below know about the sandbox.
 */
export function sandboxedExtension(options: SandboxedOptions): AnyExtension {
  const { stated, described, checkReply, toGuest } = options
  const call = createCallGuest(options)
  const { requestMs, jobMs } = LIMITS
  const { tables, createQuery, itemsAlias, includeInternal, jobs, tasks, answers, nostr, assets, translations } =
    described
  const hook =
    (name: Hook, contextAt: number, forMs: number) =>
    (...args: unknown[]) => {
      const ctx = args.splice(contextAt, 1)[0] as AnyCtx
      return call([name], args, { ctx, contextAt, forMs })
    }
  const all: Record<Hook, (...args: never[]) => Promise<unknown>> = {
    beforeCreate: (draft: unknown, ctx: AnyCtx, request: AnyRequest) =>
      call(['beforeCreate'], [draft, toGuest(request)], { ctx, contextAt: 1, forMs: requestMs }),
    afterCreate: hook('afterCreate', 1, requestMs),
    beforeUpdate: (old: unknown, next: unknown, ctx: AnyCtx, request: AnyRequest) =>
      call(['beforeUpdate'], [old, next, toGuest(request)], { ctx, contextAt: 2, forMs: requestMs }),
    afterUpdate: hook('afterUpdate', 2, requestMs),
    beforeDelete: hook('beforeDelete', 1, requestMs),
    onPaymentSettled: hook('onPaymentSettled', 1, jobMs),
    onPaymentSent: hook('onPaymentSent', 1, jobMs),
    onIntentResolved: hook('onIntentResolved', 1, jobMs),
    derive: hook('derive', 1, requestMs),
    spendCeiling: async (item: unknown) => atLeastZero(await call(['spendCeiling'], [item], { forMs: requestMs })),
    isListening: async (item: unknown) => (await call(['isListening'], [item], { forMs: requestMs })) === true,
  }
  const routesOf = (kind: 'routes' | 'claims') =>
    described[kind] &&
    mapped(described[kind], (route, key) => {
      const check = (reply: unknown) => checkFrames(checkReply(reply, route), key, described)
      return sandboxedRoute(call, [kind, key], { route, check, toGuest })
    })
  const definition = {
    ...stated,
    ...Object.fromEntries(described.hooks.map((name) => [name, all[name]])),
    ...defined({ tables, createQuery, itemsAlias, includeInternal, assets, translations }),
    ...defined({
      routes: routesOf('routes'),
      claims: routesOf('claims'),
      jobs:
        jobs &&
        mapped(jobs, ({ cron }, name) => ({
          cron,
          run: (ctx: AnyCtx) => call(['jobs', name, 'run'], [], { ctx, contextAt: 0, forMs: jobMs }),
        })),
      tasks:
        tasks &&
        named(
          tasks,
          (name) => (task: unknown, ctx: AnyCtx) => call(['tasks', name], [task], { ctx, contextAt: 1, forMs: jobMs }),
        ),
      answers:
        answers &&
        named(
          answers,
          (name) => (question: unknown, ctx: AnyCtx) =>
            call(['answers', name], [question], { ctx, contextAt: 1, forMs: requestMs }),
        ),
      sockets:
        described.sockets &&
        mapped(described.sockets, (hooks, path) => sandboxedSocket(call, { path, hooks, toGuest })),
      nostr: nostr && sandboxedListener(call, nostr),
    }),
  }
  return definition as AnyExtension
}

function createCallGuest(options: SandboxedOptions): CallGuest {
  const { stated, code, sandbox, clock, onRun, toGuestContext, permissions = stated.manifest.permissions } = options
  const bare = openBareSide(clock)
  return async (path, args, { ctx, contextAt, forMs }) => {
    const host = ctx === undefined ? bare : openHostSide(permissions, toGuestContext(ctx))
    if (ctx !== undefined) onRun(host, triggerOf(ctx))
    const wanted: GuestCall = { path, args: args as Json[], contextAt }
    try {
      return await sandbox.run(code, wanted, host, forMs)
    } catch (error) {
      throw fromGuest(error)
    }
  }
}

interface RouteParts {
  readonly route: DescribedRoute
  readonly check: (reply: unknown) => Reply
  readonly toGuest: SandboxedOptions['toGuest']
}

function sandboxedRoute(call: CallGuest, place: readonly string[], { route, check, toGuest }: RouteParts) {
  const { hooks = [], ...data } = route
  const { requestMs: forMs } = LIMITS
  const replied = async (name: string, args: readonly unknown[], ctx: AnyCtx, contextAt: number): Promise<Reply> =>
    check(await call([...place, name], args, { ctx, contextAt, forMs }))
  return {
    ...data,
    handle: (request: AnyRequest, ctx: AnyCtx) => replied('handle', [toGuest(request)], ctx, 1),
    ...(hooks.includes('conclude') && {
      conclude: (intent: unknown, ctx: AnyCtx, request: AnyRequest) =>
        replied('conclude', [intent, toGuest(request)], ctx, 1),
    }),
    ...(hooks.includes('onFetchFailed') && {
      onFetchFailed: (request: AnyRequest, ctx: AnyCtx) =>
        call([...place, 'onFetchFailed'], [toGuest(request)], { ctx, contextAt: 1, forMs }),
    }),
    ...(hooks.includes('formatError') && {
      formatError: (status: number, detail: string) => call([...place, 'formatError'], [status, detail], { forMs }),
    }),
  }
}

interface SocketParts {
  readonly path: string
  readonly hooks: readonly SocketHook[]
  readonly toGuest: SandboxedOptions['toGuest']
}

function sandboxedSocket(call: CallGuest, { path, hooks, toGuest }: SocketParts): Socket<AnyCtx> {
  const { requestMs: forMs } = LIMITS
  const use = (name: string, args: readonly unknown[], ctx: AnyCtx) =>
    call(['sockets', path, name], args, { ctx, contextAt: args.length, forMs })
  const notify = (name: SocketHook) => async (connection: Connection, ctx: AnyCtx) => {
    await use(name, [{ ...connection, request: toGuest(connection.request) }], ctx)
  }
  const all: Required<Pick<Socket<AnyCtx>, SocketHook>> = {
    message: (text, request, ctx) => use('message', [text, toGuest(request)], ctx),
    heartbeat: notify('heartbeat'),
    close: notify('close'),
  }
  return {
    async open(request, ctx) {
      const channel = await use('open', [toGuest(request)], ctx)
      return isChannel(channel) ? channel : null
    },
    ...Object.fromEntries(hooks.map((name) => [name, all[name]])),
  }
}

function sandboxedListener(call: CallGuest, nostr: NonNullable<CodeDescription['nostr']>) {
  const { jobMs: forMs } = LIMITS
  return {
    ...nostr,
    async subscriptions(ctx: AnyCtx) {
      return readSubscriptions(await call(['nostr', 'subscriptions'], [], { ctx, contextAt: 0, forMs }))
    },
    onEvent: (event: unknown, ctx: AnyCtx, delivery: unknown) =>
      call(['nostr', 'onEvent'], [event, delivery], { ctx, contextAt: 1, forMs }),
  }
}

const atLeastZero = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0

const defined = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const named = <To>(names: readonly string[], to: (name: string) => To): Record<string, To> =>
  Object.fromEntries(names.map((name) => [name, to(name)]))

const mapped = <From, To>(
  given: Readonly<Record<string, From>>,
  to: (value: From, name: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, to(value, name)]))
