import type { BackupPlace } from '../../config/backups.ts'
import type { BackupTarget } from './backup-target.ts'
import { openFolderTarget } from './folder-target.ts'
import { openS3Target } from './s3-target.ts'

/** The target that the configuration names. */
export const openBackupTarget = (place: BackupPlace, dataFolder: string): BackupTarget =>
  place.kind === 'folder' ? openFolderTarget(place.path) : openS3Target(place, { dataFolder })
