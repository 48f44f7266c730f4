import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Log } from '@satchel/http/log'
import type { Breach } from '@satchel/sandbox/messages'
import type { GuestUse } from '@satchel/sandbox/guest-uses'
import { openSandbox } from '@satchel/sandbox/sandbox'
import type { CodeDescription } from '@satchel/extension-sdk/package/code-description'
import type { StorageUse } from '../host/stores/storage-use.ts'
import { checkReply } from './check-reply.ts'
import { toGuestRequest } from './guest-request.ts'
import { createPackageContexts } from './package-context.ts'
import { type SandboxedOptions, sandboxedExtension } from './sandboxed-extension.ts'
import { createStorageQuota } from './storage-quota.ts'
import { createStrikes } from './strikes.ts'

export interface PackageCodeDeps {
  readonly clock: () => number
  readonly log: Log
  /** The storage limit of one package. */
  readonly storage: StorageUse
  readUse(extId: string): Promise<StorageUse>
  /** Called when a package has exceeded limits so often that it must be switched off. */
  onStruckOut(extId: string, why: string): void
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

/** Ends that are not the code's fault: it has waited for another server. */
const BLAMELESS: ReadonlySet<Breach> = new Set(['slow'])

/** The sandbox, for the packages of this installation. */
export function openPackageCode({ clock, log, storage, readUse, onStruckOut }: PackageCodeDeps): PackageCode {
  const strikes = createStrikes(clock)
  const sandbox = openSandbox({
    onBreach(extId, breach, message) {
      log.warn({ extension: extId, breach }, `the sandbox has ended a run: ${message}`)
      if (!BLAMELESS.has(breach) && strikes.add(extId)) onStruckOut(extId, message)
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
