import { IMPOSSIBLE, VersionGraph, VersionInfo } from '@start9labs/start-sdk'

/** The version of Satchel, and after the colon that of this package. */
const current = VersionInfo.of({
  version: '0.20.0:0',
  releaseNotes: { en_US: 'The first package of Satchel.' },
  // The service migrates its database by itself.
  migrations: { up: async () => undefined, down: IMPOSSIBLE },
})

export const versions = VersionGraph.of({ current, other: [] })
