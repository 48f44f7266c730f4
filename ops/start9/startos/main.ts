import { PORT, interfaceReady } from './interfaces'
import { sdk } from './sdk'
import { store, SUPER_USER } from './store'

/** What compose.yaml gives the container to stop. */
const STOP_MS = 30_000
/** The first start makes the database. */
const START_MS = 60_000

export const main = sdk.setupMain(async ({ effects }) => {
  const password = await store.read((stored) => stored.password).const(effects)
  const container = sdk.SubContainer.of(
    effects,
    { imageId: 'satchel' },
    sdk.Mounts.of().mountVolume({ volumeId: 'main', subpath: null, mountpoint: '/data', readonly: false }),
    'satchel',
  )
  return (
    sdk.Daemons.of(effects)
      // The services run as the user of the image.
      .addOneshot('own-data', {
        subcontainer: container,
        exec: { command: ['chown', '-R', 'node:node', '/data'], user: 'root' },
        requires: [],
      })
      .addDaemon('services', {
        subcontainer: container,
        exec: {
          command: sdk.useEntrypoint(),
          sigtermTimeout: STOP_MS,
          env: {
            PORT: String(PORT),
            ...(password && { SUPER_USER_USERNAME: SUPER_USER, SUPER_USER_PASSWORD: password }),
          },
        },
        ready: { display: 'Web app', gracePeriod: START_MS, fn: () => interfaceReady(effects) },
        requires: ['own-data'],
      })
  )
})
