import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { CodeDescription } from '@satchel/extension-sdk/package/code-description'
import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import { createWorker, type Worker } from '@satchel/worker/worker'
import type { AccountExtensions } from '../../accounts/users/account-extensions.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { OutboundConfig } from '../../config/config.ts'
import { type ExtensionsConfig, isTrustworthyUrl } from '../../config/extensions.ts'
import type { Database } from '../../db/database.ts'
import type { PaymentDeps } from '../../payments/states/payment-deps.ts'
import { createTurns } from '../../throttle/turns.ts'
import { findStorageUse } from '../host/stores/storage-use.ts'
import { openPackageCode, type PackageCode } from '../sandbox/open-package-code.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { openCatalogueCache } from './catalogue/catalogue-cache.ts'
import type { SystemDeps } from './installing/bring-package.ts'
import { openPresentExtensions } from './installing/present-extensions.ts'
import { refreshExtensions, switchOffUnloadable } from './installing/refresh-extensions.ts'
import { dueOf } from './installing/use-extension.ts'
import { definePackage } from './packages/define-package.ts'
import { openPackageFiles } from './packages/package-files.ts'
import { insertAccountExtension, listAccountExtensions } from './stores/account-store.ts'

export interface OpenExtensionSystem {
  readonly db: Database
  readonly payments: PaymentDeps
  readonly outbound: Outbound
  readonly rules: OutboundConfig
  readonly config: ExtensionsConfig
  /** Whether addresses are limited. */
  readonly throttled: boolean
  readonly builtIns: readonly AnyExtension[]
  /** Version of the service. */
  readonly version: string
  readonly clock: Clock
  readonly log: Log
}

export interface OpenedExtensionSystem {
  readonly deps: SystemDeps
  readonly code: PackageCode
  /** The extension functions that accounts need. */
  readonly accounts: AccountExtensions
  /** Runs the work of the start and of every hour once. */
  tick(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000

/** The available extensions, their sources and their users. Throws if their folder cannot be written. */
export async function openExtensionSystem(given: OpenExtensionSystem): Promise<OpenedExtensionSystem> {
  const { db, config, clock, log } = given
  const files = openPackageFiles(config.path)
  const code = openPackageCode({
    clock,
    throttled: given.throttled,
    log,
    storage: config.storage,
    readUse: (extId) => findStorageUse(db, extId),
    onUnloadable: (extId, why) =>
      void switchOffUnloadable(deps, extId, why).catch((error: unknown) =>
        log.error({ extension: extId, err: error }, 'an extension could not be switched off'),
      ),
  })
  const present = await openPresentExtensions({
    ...given,
    files,
    withCode: (manifest, hash) =>
      code.define({
        stated: definePackage(manifest),
        described: manifest.code as unknown as CodeDescription,
        hash,
        readCode: () => files.readCode(manifest.id, hash, manifest.runtime?.entry ?? ''),
      }),
  })
  const isTrusted = (url: string): boolean => isTrustworthyUrl(url, given.rules)
  const cache = openCatalogueCache(config.path)
  const api = config.repositoryApi
  const catalogue = createCatalogue({ ...given, files, cache, api, isTrusted, isBuiltIn: present.isBuiltIn })
  const turns = createTurns({ maxAtOnce: 1 })
  const inTurn: SystemDeps['inTurn'] = async (extId, work) => {
    const leave = await turns.enter(extId)
    try {
      return await work()
    } finally {
      leave()
    }
  }
  const lnurl = { outbound: given.outbound, rules: given.rules }
  const deps: SystemDeps = { ...given, present, catalogue, files, isTrusted, inTurn, lnurl }
  const tick = (): Promise<void> => refreshExtensions(deps)
  let worker: Worker | undefined
  return {
    deps,
    code,
    accounts: {
      ofNewAccount: (userId) =>
        defaultsOf(deps).map((extId) => insertAccountExtension(userId, extId, true, unixSeconds(clock))),
      async listActive(userId) {
        const own = await listAccountExtensions(db, userId)
        const usable = own.filter(({ extId, active }) => active && present.find(extId)?.available === true)
        return usable.map(({ extId }) => extId).toSorted()
      },
    },
    tick,
    start() {
      for (const extId of config.userDefaults) reportDefault(deps, extId)
      files.clear().catch((error: unknown) => log.warn({ err: error }, 'the extensions folder cannot be tidied'))
      worker = createWorker({ work: tick, everyMs: HOUR_MS, what: 'the hourly work of extensions', log })
      worker.wake()
    },
    async stop() {
      await worker?.stop()
      await present.stop()
      await code.stop()
    },
  }
}

/** SERVICE_USER_DEFAULT_EXTENSIONS, as far as a new account may use them at no cost. */
const defaultsOf = ({ config, present }: SystemDeps): readonly string[] =>
  config.userDefaults.filter((extId) => {
    const extension = present.find(extId)
    if (extension === undefined || !extension.available || extension.adminOnly) return false
    return dueOf(extension, { isAdmin: false }) === undefined
  })

function reportDefault({ present, log }: SystemDeps, extId: string): void {
  const extension = present.find(extId)
  if (extension !== undefined && dueOf(extension, { isAdmin: false }) === undefined) return
  const why = extension === undefined ? 'it is not there' : 'it has a price'
  log.warn({ extension: extId }, `SERVICE_USER_DEFAULT_EXTENSIONS: not given to new accounts: ${why}`)
}
