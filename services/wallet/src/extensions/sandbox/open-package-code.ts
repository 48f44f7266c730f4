import type { AnyExtension, RouteRequest } from '@satchel/extension-sdk/extension'
import type { CodeDescription } from '@satchel/extension-sdk/package/code-description'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { Log } from '@satchel/http/log'
import type { GuestUse } from '@satchel/sandbox/guest-uses'
import type { HostSide } from '@satchel/sandbox/host-side'
import { openSandbox } from '@satchel/sandbox/sandbox'
import { isBlameful } from '@satchel/sandbox/sandbox-ended'
import { createMinuteQuota, NO_QUOTA } from '../host/run/minute-quota.ts'
import type { Trigger } from '../host/run/trigger.ts'
import type { StorageUse } from '../host/stores/storage-use.ts'
import { checkReply } from './check-reply.ts'
import { createPackageContexts } from './package-context.ts'
import { type SandboxedOptions, sandboxedExtension } from './sandboxed-extension.ts'
import { createStorageQuota } from './storage-quota.ts'
import { createStrikes } from './strikes.ts'

export interface PackageCodeDeps {
  readonly clock: () => number
  /** Whether addresses are limited. */
  readonly throttled: boolean
  readonly log: Log
  /** The storage limit of one package. */
  readonly storage: StorageUse
  readUse(extId: string): Promise<StorageUse>
  /** Called when the code of a package could not be loaded so often that it must be switched off. */
  onUnloadable(extId: string, why: string): void
}

/** One version of a package, and where its code is. */
export interface CodedPackage {
  readonly stated: SandboxedOptions['stated']
  readonly described: CodeDescription
  /** Digest of its archive. */
  readonly hash: string
  readCode(): Promise<string>
}

export interface PackageCode {
  /** The package's definition, whose functions run in the sandbox. */
  define(coded: CodedPackage): AnyExtension
  /** What each package has used since the start. */
  uses(): ReadonlyMap<string, Readonly<GuestUse>>
  stop(): Promise<void>
}

/** The sandbox, for the packages of this installation. */
export function openPackageCode({
  clock,
  throttled,
  log,
  storage,
  readUse,
  onUnloadable,
}: PackageCodeDeps): PackageCode {
  const strikes = createStrikes(clock, throttled ? createMinuteQuota(clock) : NO_QUOTA)
  const triggers = new WeakMap<HostSide, Trigger>()
  const sandbox = openSandbox({
    onBreach(extId, breach, message, host) {
      log.warn({ extension: extId, breach }, `the sandbox has ended a run: ${message}`)
      if (!isBlameful(breach)) return
      if (host === undefined) {
        if (strikes.noteLoading(extId)) onUnloadable(extId, message)
        return
      }
      // A function without a context has no trigger.
      const trigger = triggers.get(host)
      if (trigger !== undefined) strikes.noteRun(extId, trigger)
    },
  })
  return {
    define: ({ stated, described, hash, readCode }) =>
      sandboxedExtension({
        stated,
        described,
        code: { extension: stated.manifest.id, version: hash, source: readCode },
        sandbox,
        clock,
        onRun(host, trigger) {
          strikes.admit(stated.manifest.id, trigger)
          triggers.set(host, trigger)
        },
        checkReply: (reply, route) => checkReply(reply, route, stated.manifest.permissions),
        toGuest: toGuestRequest,
        toGuestContext: createPackageContexts(
          { ...stated, tables: described.tables },
          { clock, storage: createStorageQuota({ most: storage, clock, readUse: () => readUse(stated.manifest.id) }) },
        ),
      }),
    uses: sandbox.uses,
    stop: sandbox.stop,
  }
}

/**
 * The headers that a package may read: none that would let it act as the caller, such as cookies, keys or tokens, and
 * none that reveal the caller's address.
 */
const HEADERS = ['accept', 'accept-language', 'content-type', 'host', 'range', 'user-agent']

/** The request as a package gets it. */
function toGuestRequest<R extends Pick<RouteRequest<Shape>, 'headers' | 'query'>>(request: R): R {
  const { 'api-key': _key, ...query } = request.query as Readonly<Record<string, unknown>>
  const headers = Object.fromEntries(
    HEADERS.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  )
  return { ...request, query, headers }
}
