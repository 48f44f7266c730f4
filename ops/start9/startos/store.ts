import { FileHelper, z } from '@start9labs/start-sdk'
import { sdk } from './sdk'

export const SUPER_USER = 'admin'

/** On the volume, and so in each backup. */
export const store = FileHelper.json(
  { base: sdk.volumes.main, subpath: 'startos.json' },
  z.object({ password: z.string().optional().catch(undefined) }),
)
