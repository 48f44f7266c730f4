import { buildManifest } from '@start9labs/start-sdk'
import { manifest as described } from './manifest'
import { versions } from './versions'

export { actions } from './super-user'
export { createBackup } from './backups'
export { init, uninit } from './init'
export { main } from './main'
export const manifest = buildManifest(versions, described)
