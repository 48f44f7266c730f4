import { removeHistory, restoreInit } from './backups'
import { setInterfaces } from './interfaces'
import { sdk } from './sdk'
import { actions, requirePassword } from './super-user'
import { versions } from './versions'

const setDependencies = sdk.setupDependencies(async () => ({}))

export const init = sdk.setupInit(
  restoreInit,
  removeHistory,
  versions,
  setInterfaces,
  setDependencies,
  actions,
  requirePassword,
)

export const uninit = sdk.setupUninit(versions)
