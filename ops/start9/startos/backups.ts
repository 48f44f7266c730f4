import { rm } from 'node:fs/promises'
import { sdk } from './sdk'

/** StartOS stops the service before it copies the volume. */
export const { createBackup, restoreInit } = sdk.setupBackups(async () => sdk.Backups.ofVolumes('main'))

/**
 * A restored database is older than the node. Without this file the service notices that, and payments wait until the
 * node has been compared with the books. The backup has the file of the same moment, which would hide it.
 */
export const removeHistory = sdk.setupOnInit(async (_effects, kind) => {
  if (kind === 'restore') await rm(sdk.volumes.main.subpath('satchel.db.history'), { force: true })
})
